import { expect, test } from 'vitest'
import { HEADERS, row } from '../../../../testing/import-file.ts'
import { readBytes, table, workbook } from '../../../../testing/sheets/sheets.ts'

test.each([
  ['Email Consent', ['Declined', 'Refused', 'Not given', 'No - 1/2/24'], ['Yes', 'Pending', '']],
  ['Email Consent', ['Declined', 'Withdrawn 1/2/24'], ['Given', 'Granted', 'Signed 3/4/24', 'OK']],
  ['Class', ['OPP ATTY', 'EXPERT', 'Insurance Co', 'Adverse'], ['CLIENT', 'Closed']],
  ['Solicit Codes', ['Do Not Email;Do Not Mail'], ['Do Not Phone']],
  ['Is Deceased/Closed', ['1'], ['0', '']],
  ['deleted_at', ['2024-01-02 10:00:00'], ['NULL', '']],
  ['Is Opposing Party', ['Yes'], ['No', '']],
  // Firms for employees have them as clients.
  ['Client Type', ['Vendor'], ['Employee', 'Individual']],
  ['Living/Deceased', ['D'], ['L', '']],
  ['Comments', ['Client passed', 'Client passed on 3/4/2024'], ['Client passed on the offer']],
  ['Notes', ['He is dead.', 'She died last year'], ['She is dead tired of waiting']],
  [
    'Notes',
    [
      'Represented by counsel; do not contact',
      'REP BY JO DOE - DO NOT CONTACT DIRECTLY',
      'Died Jan. 2020; contact son',
      'Client requested no further contact',
      'Stop emails',
    ],
    [
      'Widow of Bob; deceased',
      'Do not contact at home',
      'No email',
      'Wants emails',
      'Old phone 617-555-9999 - do not use',
      'PO Box closed. Do not use',
      'Left message; no further contact',
    ],
  ],
  [
    'Notes',
    [
      'Please do not email him',
      'No emails please',
      'CONFLICT: DO NOT CONTACT',
      'Passed 5/20',
      'DOD 1/2/2020',
      'Unsubscribe',
      'Asked to be taken off the mailing list',
      'Client requested no emails',
    ],
    ['Passed the bar 5/20', 'Husband: do not contact', 'Asked for more emails', 'No emails'],
  ],
  ['Conflict Check', [], ['Passed 3/14/2024', 'Passed on 14.03.2024', 'Passed 2024']],
  ['Conflict Check Notes', ['Deceased'], ['Passed 3/14/2024']],
  ['Security Clearance', [], ['DOD 2019']],
  ['Type', ['Adverse driver'], ['Adverse Possession', 'Adverse Action']],
  ['contact_type', ['opposing_party', 'DO_NOT_CONTACT', 'doNotContact'], ['client']],
  ['Side', ['Opposing'], ['Ours', '']],
  ['No Bulk Emails (User Opt Out)', ['1'], ['0', '']],
  ['Requests no email', ['Yes'], ['No', '']],
  ['Email Status', ['Opt Out: Marketing'], ['Unengaged Marketable']],
  [
    'Deceased Date',
    ['44927', '25/12/2020', '12/25/2020 12:00:00 AM', '25DEC2020', '2020?', '1/2/2020 per son'],
    ['1/1/1900', '1/0/1900 12:00:00 AM', '12/31/9999', 'No', ''],
  ],
  ['DNC', ['-1', 'X - per client', '(x)'], ['0', 'Nein']],
  ['Client (Y/N)', ['N'], ['Y', '']],
  ['Client', ['No', 'false'], ['Yes', '']],
  ['Contact Type', ['Interpreter', 'Third Party'], ['Client', 'Client; Supplier', '']],
  ['Status', ['Not a client', 'Non-client'], ['Client', 'Former client']],
  ['our_client', ['N'], ['Y', '']],
  ['Contact?', ['N'], ['Y', '']],
  ['Email?', ['N', 'No'], ['Y', '']],
  ['E-mail (Y/N)', ['N'], ['Y', '']],
  [
    'Send Email',
    ['No', 'Never', 'Phone only'],
    ['Yes', 'No objection', 'Not specified', 'No email on file'],
  ],
  ['To be emailed', ['No'], ['Yes']],
  ['Send Verification?', ['N'], ['Y', '']],
  ['Send Letter', [], ['N', 'Y']],
  ['Send Form', [], ['No']],
  ['Year of Death', ['2019'], ['']],
  ['Include in mailing', ['No'], ['Yes']],
  ['Exclude from list', ['Yes'], ['No', '']],
  // Words of immigration law.
  ['Removed', [], ['Yes', '2020']],
  ['Do Not Send', ['x'], ['']],
  ['Status', ['Dont contact', 'Verstorben', 'Remove from list'], ['Expired', 'Closed']],
])('under “%s”, a row says not to write', async (heading, refused, others) => {
  const lines = [...refused, ...others].map((text, at) => `${row(`${at + 1}`)},${text}`)
  const { rows } = await readBytes('list.csv', [`${HEADERS},${heading}`, ...lines].join('\n'))
  const damaged = rows.filter(({ damage }) => damage)
  expect(damaged.map(({ row: at }) => at)).toEqual(refused.map((_, at) => at + 2))
})

test.each([
  'Lee (Dec. 2020)',
  'Lee (DOD 1/2/20)',
  'Lee - passed 2019',
  'Lee (Dcsd)',
  'Lee (deleted)',
])('the name “%s” says not to write', async (last) => {
  const { rows } = await readBytes('list.csv', [HEADERS, row('1', { last })].join('\n'))
  expect(rows[0]?.damage).toContain(last)
})

test('a column “Email” with “No” in place of an email rejects no row', async () => {
  const lines = [row('1', { email: 'No' }), row('2', { email: 'N' })]
  const { rows } = await readBytes('list.csv', [HEADERS, ...lines].join('\n'))
  expect(rows.map(({ damage }) => damage)).toEqual([undefined, undefined])
})

test.each([
  ['Contact Restrictions', 'No email', 'At home'],
  ['Communication Preference', 'Mail only - no email', 'Email only'],
  ['Preferred Contact Method', 'No contact', 'At home'],
  ['No Emails', 'Yes', 'No'],
  ['Notes', 'Email is his sister’s', 'Email is her own'],
  ['Comments', 'Called; email belongs to the son', 'Sister has no email'],
  ['Notes', 'wife’s email', 'Wife’s email: bo@x.com'],
  ['Notes', 'Husband email address.', 'Spouse email: none'],
  ['Comments', 'Spouse’s e-mail', 'Wife email not given'],
  ['Notes', 'Son’s email', 'Daughter’s email on file is old; use his'],
  ['Notes', 'Email is her ex-husband’s', 'Email is her own'],
  ['Notes', 'Email goes to his attorney', 'Email is shared with her husband'],
  ['Notes', 'Uses wife’s email', 'Uses email'],
  ['Notes', 'That’s the caregiver’s email', 'Wife’s email not given'],
  ['Notes', 'Wrong email', 'Wrong email before; fixed 1/2/24'],
  ['Comments', 'Email bounced 1/2/24', 'Email was bounced; new one on file'],
  ['Notes', 'Email returned, 1/2/24', 'Email returned signed retainer'],
  ['Notes', 'Wrong email; see card', 'Wrong email given to reception; see card'],
  ['Notes', 'Bad email address', 'Her email'],
  ['Notes', 'Email bounced back 1/2/24', 'Email bounced around'],
  ['CLEAN_TIME', '2024-01-02 10:00:00', ''],
])('under “%s”, “%s” leaves out the email', async (heading, text, other) => {
  const lines = [`${row('1')},${text}`, `${row('2')},${other}`]
  const { rows } = await readBytes('list.csv', [`${HEADERS},${heading}`, ...lines].join('\n'))
  expect(rows.map(({ cells }) => cells.email)).toEqual([undefined, 'ann@example.com'])
})

test.each([
  ['Bad address', 'Good address'],
  ['Mail returned 1/2/24', 'Mail returned to sender by mistake'],
  ['Moved, no forwarding address', 'Moved 2020'],
])('the note “%s” leaves out the address', async (text, other) => {
  const lines = [`${row('1')},"${text}"`, `${row('2')},"${other}"`]
  const { rows } = await readBytes('list.csv', [`${HEADERS},Notes`, ...lines].join('\n'))
  expect(rows.map(({ cells }) => cells.address)).toEqual([undefined, '1 Elm St'])
})

test.each([
  ['Current', '0'],
  ['Prospect Date', '2020-01-01'],
  ['Inactive', 'Never'],
  ['Inactive', '☐'],
  ['Past Client', 'No'],
  ['Client Group', 'Former Clients'],
])('counts no row as inactive: %s, %s', async (heading, text) => {
  const lines = [`${HEADERS},${heading}`, `${row('1')},${text}`]
  expect((await readBytes('list.csv', lines.join('\n'))).notes).toEqual([])
})

test.each(['Lee (former)', 'Lee - CLOSED', 'Lee [inactive client]'])(
  'counts “%s” as inactive',
  async (last) => {
    const lines = [HEADERS, row('1', { last }), row('2', { last: 'Lee (formerly Roe)' })]
    expect((await readBytes('list.csv', lines.join('\n'))).notes).toEqual(['inactive 1'])
  },
)

test('counts rows below “Former Clients” as inactive', async () => {
  const lines = ['Active', HEADERS, row('1'), 'Former Clients (2)', HEADERS, row('2'), row('3')]
  const list = [...lines, 'Active', row('4'), ',INACTIVE', row('5')].join('\n')
  expect((await readBytes('list.csv', list)).notes).toEqual(['inactive 3'])
  const below = ['Past clients', 'Clients', HEADERS, row('1'), 'Active', row('2')].join('\n')
  expect((await readBytes('list.csv', below)).notes).toEqual(['inactive 1'])
})

test.each(['A', 'B - C', 'Page 2 of 3', 'Total: 5', '1/2/2024'])(
  '“%s” ends no list of former clients',
  async (text) => {
    const lines = [HEADERS, 'Former Clients', row('1'), text, row('2')]
    expect((await readBytes('list.csv', lines.join('\n'))).notes).toEqual(['inactive 2'])
  },
)

test.each([',,,,,,,,,former client', ',,Past'])(
  'the line “%s” makes no row below inactive',
  async (line) => {
    const lines = [`${HEADERS},Notes`, row('1'), line, row('2')]
    const { rows } = await readBytes('list.csv', lines.join('\n'))
    expect(rows.map(({ inactive }) => inactive).join('')).toBe('')
  },
)

test.each([
  'Closed 2020',
  '2019 Closed',
  'Former Client List',
  'All Former Clients',
  'Clients - Inactive',
  'Clients (Inactive)',
])('counts rows of a sheet “%s” as inactive', async (name) => {
  const sheet = workbook({ [name]: table('Lee & Roe LLP', HEADERS, row('1'), 'A', row('2')) })
  expect((await readBytes('list.xlsx', sheet)).notes).toEqual(['inactive 2'])
})

test.each([
  ['Active', 'No', 'Yes'],
  ['IsActive', '0', '-1'],
  ['Active Status', 'Not-active', 'Active'],
  ['Active', '✗', '✓'],
  ['Active/Inactive', 'I', 'A'],
  ['Inactive', 'x', ''],
  ['Inactive', '✓', ''],
  ['Archived', '☑', '☐'],
  ['Ex-Client', 'x', ''],
  ['Former Client (Y/N)', 'Y', 'N'],
  ['Archived Date', '1/2/2024', ''],
  ['Client Status', 'Former client', 'Current'],
  ['Relationship Status', 'Ex-Client', 'Married'],
  ['Client Status', 'Did not hire', 'Hired'],
  ['Status', 'Duplicate', 'Active'],
  ['Notes', 'No longer a client', 'Long-term client'],
  ['Status', 'CLOSED', 'Open'],
  ['Contact Type', 'Past Client', 'Client'],
  ['Contact Category', 'Lead', 'Client'],
  ['Is Prospect', 'Yes', 'No'],
  ['Prospect', 'Yes', 'None'],
  ['Current Client', 'No', 'Yes'],
  ['Current Status', 'Inactive', '0-30 days'],
  ['Inactive Date', '2024-01-02', '1/1/1900'],
  ['Inactive On', '1/2/2024', '0000-00-00 00:00:00'],
  ['Archived At', '2024-01-02 10:00', 'null'],
  ['Stage', 'Potential New Client', 'Hired'],
])('counts rows of inactive clients: %s, %s', async (heading, text, other) => {
  const lines = [`${row('1')},${text}`, `${row('2')},${other}`, row('3')]
  const { rows, notes } = await readBytes(
    'list.csv',
    [`${HEADERS},${heading}`, ...lines].join('\n'),
  )
  expect([rows.length, ...notes]).toEqual([3, 'inactive 1'])
  expect(rows[0]).not.toHaveProperty('damage')
})

test.each([
  ['Deceased', 'Mary,Lee', 0],
  ['Deceased', 'John,Lee', 0],
  ['Deceased', 'John & Mary,Lee', 1],
  ['DNC', 'Mary,Lee', 1],
])('in the sheet “%s”, “%s” rejects %s rows of a couple', async (name, listed, left) => {
  const couple = table(HEADERS, row('1', { first: 'John & Mary' }))
  const book = workbook({ Clients: couple, [name]: table('First Name,Last Name', listed) })
  const { rows } = await readBytes('a.xlsx', book)
  expect(rows.filter(({ damage }) => damage)).toHaveLength(left)
})

test('a request in a row without number and name is of that row alone', async () => {
  const lines = ['a@x.com', 'b@x.com'].map((email) => row('', { first: '', last: '', email }))
  const sheet = [`${HEADERS},Status`, `${lines[0]},Do not contact`, lines[1]].join('\n')
  const { rows } = await readBytes('list.csv', sheet)
  expect(rows.map(({ damage }) => !!damage)).toEqual([true, false])
})
