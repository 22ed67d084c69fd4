import { expect, test } from 'vitest'
import { HEADERS, importFile, quietly } from '../../../testing/import-file.ts'
import { aClient } from '../../../testing/make.ts'
import { readBytes, table, workbook } from '../../../testing/sheets/sheets.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const SURPLUS =
  'This row has more cells than there are headings. Put a text with a comma, such as an address, in quotation marks'
/** @param header of the first column that is missing */
const early = (header: string) =>
  `This row ends before the column “${header}”. Write the row on one line, with its empty cells; a line break in an address needs quotation marks`
const half = (other: string) =>
  `This row and ${other} look like one. Write the row on one line; a line break in an address needs quotation marks`

/** The address is the last required column. */
const LAST = 'Client #,First,Last,Email,Phone,City,State,Zip,Address,Alt Number'
const START = '1,A,B,a@example.com,555-1,Boston,MA,02134'
const MIDDLE = 'Client #,First,Last,Email,Phone,Address,City,State,Zip,Alt Number,Notes'

const damages = async (headers: string, ...rows: string[]) =>
  (await readBytes('list.csv', [headers, ...rows].join('\n'))).rows.map(({ damage }) => damage)

test('distrusts a row with more cells than headers', async () => {
  const rows = [`${START},1 Elm,,Apt 4`, `${START},1 Elm,, ,`, `${START},"1 Elm, Apt 4"`]
  expect(await damages(LAST, ...rows)).toEqual([SURPLUS, undefined, undefined])
})

test('distrusts the rows of another list below the clients', async () => {
  const other = START.replace('a@example.com', 'v@example.com')
  const vendors = LAST.replace('Client #', 'Vendor No.')
  const found = await damages(LAST, START, '', vendors, other)
  const others = expect.stringContaining('other headings')
  expect(found).toEqual([undefined, others, others])
})

test('distrusts a row that ends early, and its remainder', async () => {
  const rows = [
    '1,A,B,a@example.com,555-1,12 Main St',
    'Apt 4,Boston,MA,02134',
    '2,A,B,a@example.com,555-1,12 Main St,Boston,MA,02134',
    '3,A,B,a@example.com,555-1,"Attn "Bob"',
    '12 Elm",Boston,MA,02134,555-2',
    'Total',
  ]
  expect(await damages(MIDDLE, ...rows)).toEqual([
    half('the next'),
    half('the one before'),
    undefined,
    half('the next'),
    half('the one before'),
    undefined,
  ])
})

test('distrusts a row that lacks a cell before its end', async () => {
  const rows = ['1,A,B,555-1,1 Elm,Boston,MA,02134', '2,A,B,a@example.com,555-1,Boston,MA,02134']
  expect(await damages(MIDDLE, ...rows)).toEqual([early('Zip'), early('Zip')])
})

test('accepts rows without their last cells', async () => {
  const rows = ['1,A,B,a@example.com,555-1,1 Elm,Boston', '2,A,B,a@example.com']
  expect(await damages(MIDDLE, ...rows)).toEqual([undefined, undefined])
})

test('accepts rows without their empty last cells', async () => {
  const rows = ['1,A,B,a@example.com,555-1,1 Elm,Boston,MA,02134', '', `${'x,'.repeat(8)}02134,5`]
  expect(await damages(MIDDLE, ...rows)).toEqual([undefined, undefined])
})

test('distrusts both halves of a row broken in its address', async () => {
  const last = [`${START},12 Main St`, 'Apt 4,555-2', `${START},9 Oak,`, 'Total', `${START},9 Oak`]
  expect(await damages(LAST, ...last)).toEqual([
    half('the next'),
    half('the one before'),
    undefined,
    undefined,
    undefined,
  ])
  const first = ['12 Main St', `Apt 4,${START}`, `9 Oak,${START}`]
  expect(await damages(`Address,${LAST.replace(',Address,Alt Number', '')}`, ...first)).toEqual([
    half('the next'),
    half('the one before'),
    undefined,
  ])
})

test('accepts short rows and notes in a workbook', async () => {
  const lines = table(MIDDLE, '1,A,B,a@example.com,555-1,1 Elm', `${START},1 Elm,1,2,called`)
  const { rows } = await readBytes('list.xlsx', workbook({ A: lines }))
  expect(rows.map(({ damage }) => damage)).toEqual([undefined, undefined])
})

test('keeps half an address out of a known client’s record', async () => {
  const app = await startTestApp()
  await aClient(app.deps, { client_number: '1', address: '1 Old Road' })
  const broken = '1,Esperanza,Lee,ann@example.com,617-555-0140,12 Main St\nApt 4,Boston,MA,02134'
  const { body } = await importFile(app, new File([`${HEADERS}\n${broken}`], 'c.csv'), quietly)
  expect(body).toMatchObject({ updated: 0, created: 0, rejected: 2 })
  expect(body.results).toMatchObject([
    { row: 2, client_number: '1', reason: half('the next') },
    { row: 3, reason: half('the one before') },
  ])
  const { users } = (await app.api.get('/api/admin/users')).body
  expect(users).toMatchObject([{ address: '1 Old Road', last_name: "O'Brien" }])
})
