import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as XLSX from '@e965/xlsx'
import { expect, test } from 'vitest'
import { cellsIn } from '../../../../testing/case-systems/read-cells.ts'
import { answer, clientOf, corrected } from '../../../../testing/corrected.ts'
import { csv, HEADERS, importFile, quietly, row } from '../../../../testing/import-file.ts'
import { change, importPreview, previewFile } from '../../../../testing/preview-file.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'
import { importPath } from '../../../../testing/undo-import.ts'

const [NOTE, ANSWER] = [9, 10]

async function withClients(...rows: string[]) {
  const app = await startTestApp()
  await importFile(app, csv(...rows), quietly)
  const notes = async () => (await corrected(app)).cells.slice(1).map((cells) => cells[NOTE])
  return { ...app, notes }
}

const real = async (name: string) => {
  const file = path.resolve(import.meta.dirname, '../../../../testing/real-sheets', name)
  return new File([new Uint8Array(await readFile(file))], name)
}

test('downloads only the corrected rows, with the headings', async () => {
  const app = await withClients(row('1'), row('2', { email: 'bo@example.com' }), row('3'))
  await answer(app, '2', { city: 'Salem', zip_code: '01970' })
  await answer(app, '3', { action: 'confirm' })
  const { name, cells } = await corrected(app, 'changed')
  expect(name).toContain('clients-corrected.csv')
  expect(cells).toEqual([
    [...HEADERS.split(','), 'Corrections', 'Client Answer'],
    expect.arrayContaining(['2', 'bo@example.com', 'Salem', '01970', 'City, Zip code']),
  ])
  const [, , , third = []] = (await corrected(app)).cells
  expect([third[NOTE], third[ANSWER]]).toEqual(['', expect.stringContaining('Confirmed by link')])
})

test('says why a row has no client', async () => {
  const rows = ['1', '2', '3', '4', '5'].map((number) => row(number, { email: `${number}@x.com` }))
  const app = await withClients(...rows, row('1', { email: 'twice@x.com' }), 'Total,,,,,,,,')
  const id = async (number: string) => (await clientOf(app, number)).id
  await app.api.delete(`/api/admin/users/${await id('2')}`)
  await app.api.post(`/api/admin/users/${await id('1')}/merge`, { other: await id('3') })
  const renumber = async (from: string, client_number: string) =>
    expect(
      (await app.api.put(`/api/admin/users/${await id(from)}`, { client_number })).status,
    ).toBe(200)
  await renumber('4', '44')
  await renumber('5', '55')
  const other = row('5', { first: 'Zoe', last: 'Quinn', email: 'zoe@x.com' })
  await app.api.post('/api/admin/users', {
    ...Object.fromEntries(
      HEADERS.toLowerCase()
        .replaceAll(' ', '_')
        .split(',')
        .map((name, at) => [name, other.split(',')[at]]),
    ),
    group_template: 'GeneralClients',
  })
  expect(await app.notes()).toEqual([
    '',
    'Deleted',
    'Merged with client 1',
    'No client has this number',
    'Another client has this number now',
    'Not imported: Row 2 already has client number 1',
    expect.stringContaining('Not imported: '),
  ])
})

const MOVED = { address: '9 Oak Ave, Apt 4', city: 'Salem', zip_code: '01970' }

test.each([
  ['City, State Zip', '1 Elm St,"Boston, MA 02134"', ['9 Oak Ave, Apt 4', 'Salem, MA 01970']],
  [
    'City State Zip',
    '1 Elm St,Boston Massachusetts 02134',
    ['9 Oak Ave, Apt 4', 'Salem Massachusetts 01970'],
  ],
  ['Matter', '"1 Elm St\nBoston MA 02134",M1', ['9 Oak Ave\nApt 4\nSalem MA 01970', 'M1']],
])('corrects a place in the sheet’s own form, beside “%s”', async (header, cells, expected) => {
  const app = await startTestApp()
  const headers = `Client Number,First Name,Last Name,Email,Phone,Address,"${header}"`
  const line = `1,Ann,Lee,ann@example.com,617-555-0140,${cells}`
  const { body } = await previewFile(app, new File([`${headers}\n${line}`], 'list.csv'))
  expect((await importPreview(app, body.previewId)).body).toMatchObject({ created: 1 })
  await answer(app, '1', MOVED)
  const sheet = (await corrected(app)).cells
  expect(sheet[1]!.slice(5, 7)).toEqual(expected)
  expect(sheet[1]![7]).toBe('Address, City, Zip code')
})

test.each([
  ['Ann Lee', 'Ann Smith', 'Last name'],
  ['Dr. Ann Lee', 'Dr. Ann Smith', 'Last name'],
  ['"Lee, Ann"', 'Smith, Ann', 'Last name'],
  ['"Lee, Ann Jr."', 'Smith, Ann Jr.', 'Last name', 'Smith Jr.'],
  ['"Lee, Ann, III"', 'Smith, Ann, IV', 'Last name', 'Smith IV'],
  ['"Lee, Jr., Ann"', 'Smith, Jr., Ann', 'Last name', 'Smith, Jr.'],
  ['"Lee, Ann Jr."', 'Smith, Ann', 'Last name'],
  ['"Lee, Ann"', 'Smith Jr., Ann', 'Last name', 'Smith Jr.'],
  ['"Lee, Ann, Jr."', 'Lee, Ann, Jr.', 'City', 'Lee Jr.', 'Salem'],
])(
  'corrects the whole name “%s” to “%s”, also after two imports',
  async (name, expected, note, last_name = 'Smith', city = 'Boston') => {
    const app = await startTestApp()
    const headers = HEADERS.replace('First Name,Last Name', 'Name')
    const file = () => new File([`${headers}\n${row('1').replace('Ann,Lee', name)}`], 'list.csv')
    const { previewId } = (await previewFile(app, file())).body
    await change(app, previewId, { accept: 'first_name' })
    expect((await importPreview(app, previewId)).body).toMatchObject({ created: 1 })
    const second = (await previewFile(app, file())).body
    expect(second.counts).toMatchObject({ unchanged: 1 })
    await importPreview(app, second.previewId)
    await answer(app, '1', { last_name, city })
    const sheet = (await corrected(app)).cells
    expect([sheet[1]![1], sheet[1]![8]]).toEqual([expected, note])
  },
)

const BILL_TO = 'Bill to 1,Bill to 2,Bill to 3'
test.each([
  ['Street,City,State Zip', '1 Elm St,Boston,MA 02134', MOVED, 'Address 9 Oak Ave, Apt 4, City'],
  ['Street,City,State Zip', '1 Elm St,Boston,MA 02134', { zip_code: '02139' }, 'Zip code 02139'],
  ['Street,City,State Zip', '1 Elm St,Boston,MA 02134', { address: '9 Oak Ave' }, ''],
  ['Street,City,State Zip', '"Ann Lee, 9 Oak Ave",Salem,MA 02134', { city: 'Boston' }, ''],
  [BILL_TO, 'Ann Lee,1 Elm St,"Boston, MA 02134"', MOVED, 'Address 9 Oak Ave, Apt 4, City'],
  [BILL_TO, 'Ann Lee,1 Elm St,"Boston, MA 02134"', { address: '9 Oak Ave' }, 'Address 9 Oak Ave'],
])('guesses nothing below “%s” for %s', async (headers, cells, details, left) => {
  const app = await startTestApp()
  const text = `Client Number,First Name,Last Name,Email,Phone,${headers}\n1,Ann,Lee,ann@example.com,617-555-0140,${cells}`
  const { body } = await previewFile(app, new File([text], 'list.csv'))
  expect((await importPreview(app, body.previewId)).body).toMatchObject({ created: 1 })
  await answer(app, '1', details)
  const [before, after] = [cellsIn(Buffer.from(text)), (await corrected(app)).cells]
  if (left) expect(after[1]!.slice(0, 8)).toEqual(before[1])
  else expect(after[1]!.slice(5, 8).join()).toContain('9 Oak Ave,Boston,MA 02134')
  expect(after[1]![8]).toContain(left)
})

test('enters a phone number and reports an alternate without a column', async () => {
  const app = await withClients(row('1'))
  await answer(app, '1', { phone_number: '617-555-0199', alt_number: '617-555-0133' })
  const [, first = []] = (await corrected(app)).cells
  expect(first[4]).toBe('617-555-0199')
  expect(first[NOTE]).toBe('Phone number. Not entered: Alternate phone (617) 555-0133')
})

test('enters a house number in its own column', async () => {
  const app = await startTestApp()
  const headers = HEADERS.replace('Address', 'Street No,Street Name')
  const line = row('1', { address: '12,Main St' })
  await importFile(app, new File([`${headers}\n${line}`], 'list.csv'), quietly)
  await answer(app, '1', { address: '9B Oak Ave', city: 'Salem', zip_code: '01970' })
  const sheet = (await corrected(app)).cells
  expect(sheet[1]!.slice(5, 8)).toEqual(['9B', 'Oak Ave', 'Salem'])
})

test('corrects no row whose client number went to another client', async () => {
  const app = await withClients(
    row('100', { email: 'home@x.com' }),
    row('200', { email: 'home@x.com' }),
  )
  const { id: bob } = await clientOf(app, '100')
  const { id: ann } = await clientOf(app, '200')
  for (const [id, client_number] of [
    [bob, '150'],
    [ann, '100'],
  ] as const)
    expect((await app.api.put(`/api/admin/users/${id}`, { client_number })).status).toBe(200)
  await answer(app, '100', { phone_number: '617-555-0199' })
  expect(await app.notes()).toEqual([
    'Another client has this number now',
    'No client has this number',
  ])
})

test('enters nothing of a disputed answer', async () => {
  const app = await withClients(row('1'))
  await answer(app, '1', { phone_number: '617-555-0199' })
  const { id } = await app.deps.db.selectFrom('answers').select('id').executeTakeFirstOrThrow()
  await app.deps.db
    .updateTable('clients')
    .set({ disputed_at: new Date().toISOString(), disputed_answer_id: id })
    .execute()
  const [, cells = []] = (await corrected(app)).cells
  expect(cells[4]).toBe('617-555-0140')
  expect(cells[NOTE]).toBe(
    'The client disputes an answer. Not entered: Phone number (617) 555-0199',
  )
})

test('corrects a list that was older than the answer', async () => {
  const app = await withClients(row('1'))
  await answer(app, '1', { phone_number: '617-555-0199' })
  await importFile(app, csv(row('1')), quietly)
  expect((await corrected(app)).cells[1]).toContain('617-555-0199')
  await importFile(app, csv(row('1', { phone: '617-555-0177' })), quietly)
  expect(await app.notes()).toEqual([''])
})

test('enters the value on file if the office has changed it since', async () => {
  const app = await withClients(row('1'))
  await answer(app, '1', { city: 'Salem' })
  const { id } = await clientOf(app, '1')
  await app.api.put(`/api/admin/users/${id}`, { city: 'Lynn', first_name: 'Anna' })
  const [, cells = []] = (await corrected(app)).cells
  expect([cells[1], cells[6], cells[NOTE]]).toEqual(['Ann', 'Lynn', 'City'])
  expect(cells[ANSWER]).toContain(', changed by the office since')
  // Next year's list still has the city that the client has replaced.
  await importFile(app, csv(row('1')), quietly)
  expect((await corrected(app)).cells[1]?.[6]).toBe('Lynn')
})

test('keeps the delimiter, byte order mark and rows without a client', async () => {
  const app = await startTestApp()
  const odd = '007;  two  blanks ;"a ""quote""";=1+1;+1 617;"1;2";\'x;&amp;;MarÃ\u00ada;1e5'
  const text = `\uFEFFMy clients\r\n${HEADERS.replaceAll(',', ';')};Matter\r\n${row('1').replaceAll(',', ';')};7\r\n${odd}\r\n`
  const { body } = await previewFile(app, new File([text], 'clients.txt'))
  await importPreview(app, body.previewId)
  await answer(app, '1', { city: '@Salem' })
  const { name, bytes, cells } = await corrected(app)
  expect(name).toContain('clients-corrected.txt')
  const [title = '', , first, last = ''] = new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(bytes)
    .split('\r\n')
  expect(title).toMatch(/^\uFEFFMy clients;*$/)
  expect(first).toContain(";'@Salem;")
  expect(last.startsWith(odd)).toBe(true)
  expect(cells.slice(1).map((each) => each.length)).toEqual([13, 13, 13])
})

test('keeps quoted cells, empty cells and line breaks of a corrected row', async () => {
  const app = await startTestApp()
  const remarks = ['"He said ""no"", twice\n""then"" left"', '', '""""', ' a b ']
  const line = (number: string, at: number) => `${remarks[at]},,${row(number)},"x, y",`
  const lines = ['1', '2', '3', '4'].map(line)
  const file = [`Remark,Other,${HEADERS},More,Last`, ...lines].join('\n')
  await importFile(app, new File([file], 'clients.csv'), quietly)
  for (const number of ['1', '2', '3', '4']) await answer(app, number, { city: 'Salem' })
  const [, ...cells] = (await corrected(app)).cells
  const texts = ['He said "no", twice\n"then" left', '', '"', ' a b ']
  expect(cells.map(([first, second]) => [first, second])).toEqual(texts.map((text) => [text, '']))
  for (const each of cells) {
    expect(each).toHaveLength(15)
    expect(each.slice(11, 14)).toEqual(['x, y', '', 'City'])
  }
})

test('repeats a merged cell in each of its rows, and keeps hidden ones', async () => {
  const app = await startTestApp()
  const file = await real('x18-merged-household.xlsx')
  const { body } = await previewFile(app, file)
  await importPreview(app, body.previewId)
  const clients = await app.deps.db.selectFrom('clients').selectAll().orderBy('id').execute()
  await answer(app, clients[1]!.client_number, { address: '5 Pine St' })
  const before = cellsIn(new Uint8Array(await file.arrayBuffer()))
  const { cells } = await corrected(app)
  expect(cells).toHaveLength(before.length)
  const streets = cells.flatMap((each) => each.filter((text) => / (?:St|Ave|Rd)\b/.test(text)))
  expect(streets).toContain('5 Pine St')
  expect(streets).toContain(clients[0]!.address)
})

test('reports that the file is no longer kept', async () => {
  const app: TestApp = await startTestApp({ IMPORT_KEEP_DAYS: '0' })
  await importFile(app, csv(row('1')), quietly)
  const [{ importId }] = (await app.api.get('/api/admin/imports')).body.imports
  expect(await app.api.get(`${importPath(importId)}/corrected`)).toMatchObject({
    status: 410,
    body: { code: 'file_not_kept', message: expect.stringContaining('list of corrections') },
  })
})

test('leaves another person’s email in its cell', async () => {
  const app = await withClients(row('1'))
  const headings = HEADERS.replace('Email', 'E-mail 1 - Value,E-mail 1 - Type')
  const theirs = row('1', { email: 'spouse@x.com,Spouse' })
  await importFile(app, new File([[headings, theirs].join('\n')], 'list.csv'), quietly)
  await answer(app, '1', { email: 'new@x.com' })
  const { cells } = await corrected(app)
  expect(cells[1]).toContain('spouse@x.com')
  expect(cells[1]!.at(-2)).toBe('Not entered: Email (not confirmed yet) new@x.com')
})

test('corrects a list that stands in one column of a workbook', async () => {
  const app = await startTestApp()
  const lines = [HEADERS, row('1'), row('2', { first: 'Bob', email: 'bo@x.com' })]
  const sheet = XLSX.utils.aoa_to_sheet(lines.map((line) => [line]))
  const book = XLSX.write({ SheetNames: ['Sheet1'], Sheets: { Sheet1: sheet } }, { type: 'buffer' })
  await importFile(app, new File([book], 'list.xlsx'), quietly)
  await answer(app, '1', { email: 'new@x.com' })
  const { cells } = await corrected(app)
  expect(cells[1]!.slice(0, 5)).toEqual(['1', 'Ann', 'Lee', 'new@x.com', '617-555-0140'])
  expect(cells[2]!.join()).toBe(`${lines[2]},,`)
})
