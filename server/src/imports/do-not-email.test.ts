import { expect, test } from 'vitest'
import { HEADERS, importFile, quietly, row } from '../../../testing/import-file.ts'
import { change, previewFile, rowsOf } from '../../../testing/preview-file.ts'
import { readBytes } from '../../../testing/sheets/sheets.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const sheet = (heading: string, ...texts: string[]) =>
  [`${HEADERS},${heading}`, ...texts.map((text, at) => `${row(`${at + 1}`)},${text}`)].join('\n')

const reason = (heading: string, text: string) =>
  `“${heading}” says “${text}”, so the row is not imported. To import it all the same, choose “Ignore” for that column in the preview`

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
  ['Status', 'DECEASED'],
  ['Status', 'Deceased 3/14/2026'],
  ['Notes', 'Do not contact.'],
  ['', 'deceased'],
])('rejects a row that says not to write: %s, %s', async (heading, text) => {
  const { rows, columns } = await readBytes('list.csv', sheet(heading, 'N', text, ''))
  expect(rows.map(({ damage }) => damage)).toEqual([
    undefined,
    reason(heading || 'Column J', text),
    undefined,
  ])
  const isFlag = !['Status', 'Notes', ''].includes(heading)
  expect(columns.at(-1)?.field).toBe(isFlag ? 'do_not_email' : null)
})

test.each([
  ['Deceased', 'John Roe'],
  ['Deceased', 'No'],
  ['Date of Death', '00/00/0000'],
  ['Do Not Call', 'Y'],
  ['Email Opt In', 'Y'],
  ['Spouse', 'Deceased'],
  ['Spouse Deceased', 'Y'],
  ['Notes', 'Do not contact before 9, she works at night'],
  ['Matter', 'Estate of John Roe, deceased'],
])('reads a row that says nothing of the kind: %s, %s', async (heading, text) => {
  const { rows } = await readBytes('list.csv', sheet(heading, `"${text}"`))
  expect(rows[0]).not.toHaveProperty('damage')
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

test('a column of remarks says not to write whatever else it is', async () => {
  const app = await startTestApp()
  const file = new File([sheet('Status,Notes', 'Open,', 'Deceased,')], 'list.csv')
  const { body } = await previewFile(app, file)
  expect(body).toMatchObject({ counts: { created: 1, rejected: 1 } })
  expect(body.columns[9].field).toBe(null)
  const choose = (index: number, field: string) =>
    change(app, body.previewId, { column: { index, field } })
  expect((await choose(10, 'ignored')).body.counts).toMatchObject({ rejected: 1 })
  expect((await choose(9, 'new.choice')).body.counts).toMatchObject({ rejected: 1 })
  expect((await choose(9, 'ignored')).body.counts).toMatchObject({ rejected: 0 })
})

test('a direct import leaves out who is not to be emailed', async () => {
  const app = await startTestApp()
  const { body } = await importFile(app, new File([sheet('Deceased', 'N', 'Y')], 'a.csv'), quietly)
  expect(body).toMatchObject({ created: 1, rejected: 1 })
})
