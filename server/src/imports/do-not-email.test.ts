import { expect, test } from 'vitest'
import { asked, tryToMail } from '../../../testing/asked.ts'
import { HEADERS, importFile, quietly, row } from '../../../testing/import-file.ts'
import { change, importPreview, previewFile, rowsOf } from '../../../testing/preview-file.ts'
import { readBytes } from '../../../testing/sheets/sheets.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const sheet = (heading: string, ...texts: string[]) =>
  [`${HEADERS},${heading}`, ...texts.map((text, at) => `${row(`${at + 1}`)},${text}`)].join('\n')

const REMARKS = [
  'Status',
  'Notes',
  'Type',
  'Role',
  'Tags',
  'Labels',
  'Contact Type',
  'Category',
  '',
]

const reason = (heading: string, text: string, action = 'choose “Ignore” for that column') =>
  `“${heading}” says “${text}”, so the row is not imported. To import it all the same, ${action}`

test.each([
  ['Deceased', 'Y'],
  ['Is Deceased?', 'TRUE'],
  ['Client Deceased', 'x'],
  ['Deceased (Y/N)', 'yes'],
  ['Date of Death', '3/14/2026'],
  ['DOD', '2026-03-14 00:00:00'],
  ['DoNotContact', '1'],
  ['Do Not Email', '✓'],
  ['DNC', 'Yes'],
  ['Email Opt Out', 'true'],
  ['HasOptedOutOfEmail', '1'],
  ['Unsubscribed from all email', 'true'],
  ['Do not allow Emails', 'Do Not Allow'],
  ['UNSUB_TIME', '2024-05-06 10:00:00'],
  ['Confirmed Opt-Out Date', '05/06/2024'],
  ['Opted out of email: One to One', 'true'],
  ['Exclude from Emails', 'Yes'],
  ['Do Not Send Mass Email', 'TRUE'],
  ['Deceased Indicator', 'Y'],
  ['Fecha de fallecimiento', '1/2/2024'],
  ['Status', 'Closed (deceased)'],
  ['Status', 'Deceased/Closed'],
  ['Status', 'Closed - do not contact'],
  ['Type', 'Opposing Party'],
  ['Role', 'Adverse counsel'],
  ['Status', 'DECEASED'],
  ['Status', 'Former - deceased'],
  ['Status', 'Do-Not-Contact'],
  ['Tags', 'VIP; Deceased'],
  ['Labels', 'Opposing Party ::: * myContacts'],
  ['Contact Type', 'Vendor'],
  ['Contact Type', 'Non-Client; Vendor'],
  ['Category', 'Court'],
  ['Deceased', 'Yes - 2023'],
  ['Deceased', 'March 2024'],
  ['Date of Death', 'Mar-24'],
  ['Global Unsubscribe', 'TRUE'],
  ['Email Do Not Contact', 'Yes'],
  ['Status', 'Deceased 3/14/2026'],
  ['Notes', 'Do not contact.'],
  ['Notes', 'passed away 3/2024'],
  ['Notes', 'Died in March 2024'],
  ['Notes', 'Client deceased - contact daughter'],
  ['Notes', 'DECEASED - see probate file 24-11'],
  ['Status', 'Do not use'],
  ['Contact Type', 'Insurance Adjuster'],
  ['Role', 'Adverse Driver'],
  ['Contact Type', 'Opp. Counsel/Attorney'],
  ['Notes', 'He is deceased'],
  ['Notes', 'Deceased per obituary 1/2/2021'],
  ['Notes', 'Please do not email; call only'],
  ['Notes', 'Do not contact by e-mail'],
  ['Notes', 'Asked to be removed from mailing list'],
  ['Status', 'Never contact'],
  ['CLI_DECEASED_FLG', 'Y'],
  ['', 'deceased'],
])('rejects a row that says not to write: %s, %s', async (heading, text) => {
  // Pages of the web have blanks that do not break.
  const cell = text.replaceAll(' ', '\u00a0')
  const { rows, columns } = await readBytes('list.csv', sheet(heading, 'N', cell, ''))
  const isFlag = columns.at(-1)?.field === 'do_not_email'
  expect(isFlag).toBe(!REMARKS.includes(heading))
  const action = isFlag ? undefined : 'take that out of the sheet'
  const damage = reason(heading || 'Column J', text, action)
  expect(rows.map((each) => each.damage)).toEqual([undefined, damage, undefined])
})

test.each([
  'OK to E-mail?',
  'Email Consent (Y/N)',
  'Receives Emails',
  'Living?',
  'Safe to contact',
  'Is Client',
  'Client?',
  'Is it OK to contact you by email?',
  'May we email you? Yes/No',
  '13. Do you consent to receive email from us?',
])('heeds a No under “%s”', async (heading) => {
  const { rows } = await readBytes('list.csv', sheet(heading, 'Yes', 'No', ''))
  const damage = reason(heading, 'No')
  expect(rows.map((each) => each.damage)).toEqual([undefined, damage, undefined])
})

test.each([
  ['Deceased', 'John Roe'],
  ['Deceased', 'No'],
  ['Date of Death', '00/00/0000'],
  ['Do Not Call', 'Y'],
  ['Receives Emails', 'Y'],
  ['Role', 'Defendant'],
  ['Contact Type', 'Vendor; Former Client'],
  ['Notes', 'Opposing party is his brother'],
  ['OK to Email', 'Y'],
  ['Email Opt In', 'Y'],
  ['Spouse', 'Deceased'],
  ['Notes', 'No email'],
  ['Notes', 'Deceased: No'],
  ['Notes', 'Husband - deceased'],
  ['Notes', 'Deceased husband was a client'],
  ['Notes', 'Client is deceased’s daughter'],
  ['Conflict Check', 'Passed'],
  ['Do not allow Emails', 'Allow'],
  ['No Email', 'Y'],
  ['Spouse Deceased', 'Y'],
  ['Notes', 'Do not contact before 9, she works at night'],
  ['Matter', 'Estate of John Roe, deceased'],
  ['Marital Status', 'Deceased'],
  ['Joint Debtor', 'Deceased'],
  ['Date of Death', '01/01/1900'],
  ['Date of Death', 'Jan-00'],
  ['Deceased', 'T. Smith'],
  ['Deceased', 'Yesenia Lopez'],
  ['Email Opt In', 'No'],
  ['Case Status', 'Court'],
  ['Outcome', 'Adverse'],
  ['Relationship Status', 'Partner'],
  ['Matter Type', 'Court'],
  ['Job Title', 'Judge'],
  ['Tags', 'Husband (closed); Estate'],
  ['Date of Death', '9999-12-31'],
])('reads a row that says nothing of the kind: %s, %s', async (heading, text) => {
  const { rows } = await readBytes('list.csv', sheet(heading, `"${text}"`))
  expect(rows[0]).not.toHaveProperty('damage')
})

test.each([
  'Lee (Deceased)',
  'Lee - DO NOT CONTACT',
  "Lee, dec'd",
  'Lee - DECEASED 1/2/2024',
  'Lee †',
  'Lee d. 2024',
  'Lee (1940-2024)',
  'The late Lee',
  'Lee (died 3/2024)',
  'Lee [opposing party]',
  'Lee (closed, DECD)',
  '(DNC) Lee',
  'Lee (adverse)',
  'Lee, Decedent',
  'Lee DO NOT USE',
])('rejects a row whose name says not to write: %s', async (last) => {
  const app = await startTestApp()
  await importFile(app, new File([sheet('Notes', '')], 'a.csv'), quietly)
  const names = [`"${last}"`, '"Lee, Estate of Bob, deceased"']
  const lines = names.map((each, at) => row(`${at + 1}`, { last: each }))
  const { body } = await previewFile(app, new File([[HEADERS, ...lines].join('\n')], 'list.csv'))
  const [dead, estate] = (await rowsOf(app, body.previewId)).rows
  const said = reason('Last Name', last, 'take that out of the sheet')
  expect(dead.reason).toBe(`${said}. The client on file gets the mark “Do Not Ask”`)
  expect(estate.kind).toBe('created')
})

test.each([
  ['Open', 'Deceased'],
  ['Deceased', 'Open'],
])('one row of a client says not to write: %s, %s', async (...texts) => {
  const app = await startTestApp()
  const rows = [...texts, 'Open'].map((text, at) => `${row(at < 2 ? '1' : '2')},${text}`)
  const content = [`${HEADERS},Status`, ...rows].join('\n')
  const { body } = await importFile(app, new File([content], 'a.csv'), quietly)
  expect(body).toMatchObject({ created: 1, rejected: 2 })
})

test.each([
  ['Email Status', 'Hard Bounce', 'Valid'],
  ['Email Bounced', 'TRUE', 'No'],
  ['EmailBouncedDate', '1/2/2026', ''],
  ['Email hard bounce reason', 'UNKNOWN_USER', ''],
  ['Invalid Email', 'x', 'n/a'],
  ['Bad Email', 'yes', 'old@example.com'],
  ['Preferred Method', 'Mail only', 'Mail'],
  ['Contact Method', 'No e-mail', 'Phone'],
])('an email that the sheet calls dead is left out: %s, %s', async (...[heading, ...texts]) => {
  const { rows } = await readBytes('list.csv', sheet(heading, ...texts, ''))
  const emails = rows.map(({ cells }) => cells.email)
  expect(emails).toEqual([undefined, 'ann@example.com', 'ann@example.com'])
})

test('a row of a client says not to write a thousand rows before', async () => {
  const app = await startTestApp()
  const names = Array.from({ length: 1000 }, (_, at) => `${row(`${at + 2}`)},Open`)
  const lines = [`${row('1')},Deceased`, ...names, `${row('1', { address: '2 Elm St' })},Open`]
  const file = new File([[`${HEADERS},Status`, ...lines].join('\n')], 'a.csv')
  const { body } = await importFile(app, file, quietly)
  expect(body).toMatchObject({ created: 1000, rejected: 2 })
})

test('imports a client who is not to be emailed only if a person says so', async () => {
  const app = await startTestApp()
  const file = new File([sheet('Deceased', 'N', 'Y')], 'list.csv')
  const { body } = await previewFile(app, file)
  const rejected = { counts: { created: 1, rejected: 1 }, recipients: 1 }
  expect(body).toMatchObject(rejected)
  expect((await rowsOf(app, body.previewId)).rows[1].reason).toBe(reason('Deceased', 'Y'))
  const cells = { email: 'bob@example.com' }
  const edited = await change(app, body.previewId, { row: { row: 3, cells } })
  expect(edited.body).toMatchObject(rejected)
  const column = { index: 9, field: 'ignored' }
  const ignored = await change(app, body.previewId, { column })
  expect(ignored.body).toMatchObject({ counts: { created: 2, rejected: 0 }, recipients: 2 })
})

test('an ignored or kept column of remarks still says not to write', async () => {
  const app = await startTestApp()
  const file = new File([sheet('Notes', 'Open', 'Deceased')], 'list.csv')
  const { body } = await previewFile(app, file)
  for (const field of ['ignored', 'new.choice']) {
    const chosen = await change(app, body.previewId, { column: { index: 9, field } })
    expect(chosen.body.counts).toMatchObject({ created: 1, rejected: 1 })
  }
})

test('a column of the firm’s own says not to write, too', async () => {
  const app = await startTestApp()
  const file = () => new File([sheet('Deceased', 'N', 'Y')], 'list.csv')
  const { body } = await previewFile(app, file())
  await change(app, body.previewId, { column: { index: 9, field: 'new.choice' } })
  expect((await importPreview(app, body.previewId)).body).toMatchObject({ created: 1, rejected: 1 })
  const again = (await previewFile(app, file())).body
  expect(again.columns[9].field).toMatch(/^own\./)
  expect(again.counts).toMatchObject({ unchanged: 1, rejected: 1 })
})

test('a direct import leaves out who is not to be emailed', async () => {
  const app = await startTestApp()
  const { body } = await importFile(app, new File([sheet('Deceased', 'N', 'Y')], 'a.csv'), quietly)
  expect(body).toMatchObject({ created: 1, rejected: 1 })
})

test('a client on file whose row says so is asked no more, after a question', async () => {
  const app = await asked()
  const [ann, bob] = app.clients
  // A couple shares the number.
  const rows = [
    'Esperanza B.,O’BRIEN,old@example.com,Y',
    'Liam,O’Brien,bob@example.com,Y',
    'Eve,Fox,eve@example.com,N',
  ]
  const numbers = [ann!.client_number, bob!.client_number, '77']
  const lines = rows.map((each, at) => `${numbers[at]},${each}`)
  const heading = 'Client Number,First Name,Last Name,Email,Deceased'
  const { body } = await previewFile(app, new File([[heading, ...lines].join('\n')], 'list.csv'))
  const [said, husband] = (await rowsOf(app, body.previewId)).rows
  expect(said.reason).toContain('The client on file gets the mark')
  expect(husband.reason).not.toContain('on file')

  const question = await importPreview(app, body.previewId)
  expect(question).toMatchObject({ status: 409, body: { code: 'confirm_import' } })
  const { message } = question.body
  expect(message).toContain(`email: Esperanza O'Brien (${ann!.client_number}). The`)
  const anyway = { send: 'false', anyway: message }
  const imported = await importPreview(app, body.previewId, anyway)
  expect(imported.body).toMatchObject({ created: 1, rejected: 2 })

  const mark = { reason: 'deceased', note: 'Deceased: Y' }
  expect(await app.now()).toMatchObject({
    status: 'pending',
    excused_reason: mark.reason,
    excused_note: mark.note,
    excused_by: 'admin@example.com',
  })
  const { entries } = (await app.api.get(`${app.url}/timeline`)).body
  expect(entries[0]).toMatchObject({ new: { excused_reason: 'deceased' } })
  expect(await tryToMail(app)).not.toContain('ann@example.com')
  const again = (
    await previewFile(
      app,
      new File([`${heading}\n${lines[0]}\n88,Abe,Orr,abe@example.com,`], 'b.csv'),
    )
  ).body
  expect((await importPreview(app, again.previewId)).status).toBe(200)
})
