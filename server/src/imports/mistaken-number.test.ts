import { expect, test } from 'vitest'
import { csv, HEADERS, importFile, quietly, row } from '../../../testing/import-file.ts'
import { aClient } from '../../../testing/make.ts'
import { previewFile } from '../../../testing/preview-file.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'

const importRows = async (app: TestApp, ...rows: string[]) =>
  (await importFile(app, csv(...rows), quietly)).body

const clients = async ({ api }: TestApp) =>
  (await api.get('/api/admin/users?sort=client_number')).body.users

test('rejects a row whose number belongs to another person', async () => {
  const app = await startTestApp()
  for (const client_number of ['1', '2', '3']) await aClient(app.deps, { client_number })
  const body = await importRows(
    app,
    row('1'),
    row('2', { first: 'ESPERÂNZA' }),
    row('3', { first: '', email: '' }),
  )
  expect(body).toMatchObject({ updated: 1, rejected: 2 })
  expect(body.results).toEqual([
    {
      row: 2,
      client_number: '1',
      reason:
        "Client number 1 belongs to Esperanza O'Brien: first name, last name and email are all different",
    },
    {
      row: 4,
      client_number: '3',
      reason:
        "Client number 3 belongs to Esperanza O'Brien: the row has no name or email of theirs",
    },
  ])
  expect(await clients(app)).toMatchObject([
    { first_name: 'Esperanza', city: 'Boston' },
    { first_name: 'ESPERÂNZA', last_name: 'Lee' },
    { first_name: 'Esperanza', last_name: "O'Brien" },
  ])
})

test.each(['Lee Jr.', 'Lee, III'])('rejects the number of a father for %s', async (last) => {
  const app = await startTestApp()
  await importRows(app, row('1'), row('2', { email: 'a2@x.com' }))
  const quoted = `"${last}"`
  const { results } = await importRows(
    app,
    row('1', { last: quoted, email: 'son@x.com' }),
    row('2', { last: quoted, email: 'a2@x.com' }),
  )
  const reason = 'Client number 1 belongs to Ann Lee: the row may be about a relative'
  expect(results).toEqual([{ row: 2, client_number: '1', reason }])
})

test('rejects another person’s number although an email is missing', async () => {
  const app = await startTestApp()
  await importRows(app, row('1'))
  const names = { first_name: 'Ann', last_name: 'Lee' }
  await aClient(app.deps, { ...names, client_number: '2', email: '', mail_to: '' })
  const tim = { first: 'Tim', last: 'Zed', email: '' }
  const { results } = await importRows(app, row('1', tim), row('2', tim))
  const reason = 'belongs to Ann Lee: first and last name are different'
  expect(results).toMatchObject([
    { reason: `Client number 1 ${reason}` },
    { reason: `Client number 2 ${reason}` },
  ])
})

test.each([
  ['with a new phone and address', HEADERS, { phone: '202-555-0199', address: '9 Oak Ave' }],
  ['at the same address', HEADERS, { phone: '202-555-0199' }],
  ['with the same phone and address', HEADERS, {}],
  ['with an email only', 'Client Number,First Name,Last Name,Email', {}],
])('rejects a row that may be about a relative %s', async (_, headings, now) => {
  const app = await startTestApp()
  await importRows(app, row('1'))
  const cells = row('1', { first: 'Tim', email: 'tim@y.com', ...now }).split(',')
  const tim = cells.slice(0, headings.split(',').length).join()
  const { body } = await previewFile(app, new File([`${headings}\n${tim}`], 'list.csv'))
  const reason = 'Client number 1 belongs to Ann Lee: the row may be about a relative'
  expect(body.rows[0]).toMatchObject({ kind: 'rejected', reason })
})

const NAMED = 'Client Number,First Name,Last Name,Email'
const PLACED = 'Client Number,First Name,Last Name,Address,City,State,Zip'
test.each([
  ['1,,,bob@x.com', 'rejected', NAMED],
  ['1,,bob@x.com', 'rejected', 'Client Number,Name,Email'],
  ['1,unknown,n/a,bob@x.com', 'rejected', NAMED],
  ['1,,Roe,bob@x.com', 'rejected', NAMED],
  ['1,,,9 Oak,Salem,MA,01970', 'rejected', PLACED],
  ['1,,,1 Elm Street,,,', 'unchanged', PLACED],
  ['1,,,ann@example.com,617-555-0199', 'changed', `${NAMED},Phone`],
  ['1,,,,617-555-0199', 'changed', `${NAMED},Phone`],
  ['1,,Lee,ann@y.com', 'changed', NAMED],
  ['1,,Miller,ann@example.com', 'changed', NAMED],
  ['1,ann@y.com', 'changed', 'Client Number,Email'],
])('the row “%s” is %s', async (cells, kind, headings) => {
  const app = await startTestApp()
  await importRows(app, row('1'))
  const { body } = await previewFile(app, new File([`${headings}\n${cells}`], 'list.csv'))
  expect(body.rows).toMatchObject([{ kind }])
})

test.each([
  ['who marries', { last: 'Zed', email: 'ann@y.com' }],
  ['whose middle name is given', { first: 'Ann Marie', last: 'Zed', email: '' }],
  ['with a nickname', { first: 'Nancy' }],
  ['with a nickname who moves', { first: 'Nancy', email: '', address: '9 Oak Ave' }],
])('updates a client %s', async (_, now) => {
  const app = await startTestApp()
  await importRows(app, row('1'))
  expect(await importRows(app, row('1', now))).toMatchObject({ updated: 1, rejected: 0 })
})

test.each([
  [
    '123',
    '00123',
    'Client number 123 is not known, but 00123 is: they differ only in leading zeros or in case',
  ],
  [
    '00123',
    '123',
    'Client number 00123 is not known, but 123 is: they differ only in leading zeros or in case',
  ],
  [
    'a-100',
    'A-100',
    'Client number a-100 is not known, but A-100 is: they differ only in leading zeros or in case',
  ],
])('creates no second client with number %s beside %s', async (number, known, reason) => {
  const app = await startTestApp()
  await aClient(app.deps, { client_number: known })
  const body = await importRows(app, row(number), row('A-0100'), row('1230'))
  expect(body).toMatchObject({ created: 2, rejected: 1 })
  expect(body.results).toEqual([{ row: 2, client_number: number, reason }])
})

test('updates similar known numbers, but creates only one', async () => {
  const app = await startTestApp()
  for (const client_number of ['7', '007'])
    await aClient(app.deps, { client_number, first_name: 'Ann', last_name: 'Lee' })
  const body = await importRows(app, row('007'), row('7'), row('X1'), row('x1'))
  expect(body).toMatchObject({ updated: 2, created: 1, rejected: 1 })
  expect(body.results).toMatchObject([{ row: 5, client_number: 'x1' }])
})

const NOT_ANN = {
  kind: 'rejected',
  problems: { first_name: expect.stringMatching(/^“.+” may not be Ann Van Dyke$/) },
}
const BY_WHOLE_NAME: [name: string, expected: object][] = [
  ['Ann Van Dyke', { kind: 'unchanged' }],
  ['"Van Dyke, Ann"', { kind: 'unchanged' }],
  ['Ann Miller', { kind: 'changed', cells: { first_name: 'Ann', last_name: 'Miller' } }],
  ['Beth Van Dyke', { kind: 'changed', cells: { first_name: 'Beth', last_name: 'Van Dyke' } }],
  ...['Bob Stone', 'ANN', 'Petitioner', 'Yes'].map((name): [string, object] => [name, NOT_ANN]),
]
test.each(BY_WHOLE_NAME)(
  'never stores the whole name “%s” as a last name',
  async (name, expected) => {
    const app = await startTestApp()
    await importFile(app, csv(row('1', { last: 'Van Dyke' })), quietly)
    const headers = HEADERS.replace('First Name,Last Name', 'Full Name')
    const content = `${headers}\n${row('1').replace('Ann,Lee', name)}`
    const { rows } = (await previewFile(app, new File([content], 'list.csv'))).body
    expect(rows).toMatchObject([expected])
  },
)

const SUFFIXED: Record<string, string>[] = [{ first: 'Ann Jr.' }, { last: 'Lee Jr.' }]
test.each(SUFFIXED)('finds the client with the suffix in %j', async (names) => {
  const app = await startTestApp()
  await importRows(app, row('1', names))
  const sheet = new File(['Client Number,Name\n1,"Lee, Ann Jr."'], 'list.csv')
  expect((await previewFile(app, sheet)).body.rows).toMatchObject([{ kind: 'unchanged' }])
})

test('creates two clients whose Salesforce ids differ in case', async () => {
  const app = await startTestApp()
  const [ann, bob] = ['0031U00001AbCdE', '0031U00001AbCde']
  await importRows(app, row(ann!))
  const both = [row(ann!), row(bob!, { first: 'Bob', last: 'Roe', email: 'bob@x.com' })]
  expect((await previewFile(app, csv(...both))).body.counts).toMatchObject({ created: 1 })
  expect(await importRows(app, ...both)).toMatchObject({ created: 1, unchanged: 1, rejected: 0 })
})
