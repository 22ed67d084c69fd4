// @module-tag heavy
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { csv, HEADERS, importFile, quietly, row } from '../../../../testing/import-file.ts'
import { change, importPreview, previewFile, rowsOf } from '../../../../testing/preview-file.ts'
import { CASE_PROGRAMS } from '../../../../testing/real-sheets/case-programs.ts'
import { type Expected, REAL } from '../../../../testing/real-sheets/expected.ts'
import { HEADINGS } from '../../../../testing/real-sheets/headings.ts'
import { MADE_UP } from '../../../../testing/real-sheets/made-up.ts'
import { PERSONS } from '../../../../testing/real-sheets/persons.ts'
import { PROGRAMS } from '../../../../testing/real-sheets/programs.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../../testing/real-sheets')
const realFile = async (name: string) =>
  new File([new Uint8Array(await readFile(path.join(FOLDER, name)))], name)

async function expectPreview(app: TestApp, file: File, expected: Expected) {
  const { stored, refused, unread = [], rows = {} } = expected
  if (stored) {
    const earlier = typeof stored === 'string' ? await realFile(stored) : stored
    await importFile(app, earlier, quietly)
  }
  const made = await previewFile(app, file)
  if (refused) return expect(made.body.message).toContain(refused)
  expect(made.status, made.body.message).toBe(200)
  const { previewId } = made.body
  const preview = expected.change ? (await change(app, previewId, expected.change)).body : made.body
  expect(preview).toMatchObject(expected.preview ?? {})
  const free = preview.columns.filter(({ field }: { field: string | null }) => field === null)
  const headers = free.map(({ header }: { header: string }) => header)
  expect(headers).toEqual(expect.arrayContaining(unread))
  const shown = (await rowsOf(app, previewId, 'kind=all&limit=50')).rows
  if (Array.isArray(rows)) expect(shown).toMatchObject(rows)
  else for (const [at, one] of Object.entries(rows)) expect(shown[at]).toMatchObject(one)
}

test.each(Object.entries(REAL))('shows %s as a person would read it', async (name, expected) => {
  await expectPreview(await startTestApp(), await realFile(name), expected)
})

const OTHERS = { ...MADE_UP, ...HEADINGS, ...PROGRAMS, ...CASE_PROGRAMS, ...PERSONS }
test.each(Object.entries(OTHERS))('shows %s as a person would read it', async (name, expected) => {
  const { content } = expected
  const bytes = typeof content === 'string' ? content : new Uint8Array(content)
  await expectPreview(await startTestApp(), new File([bytes], name), expected)
})

test('the table names every real sheet', async () => {
  const files = (await readdir(FOLDER)).filter((name) => !name.endsWith('.ts'))
  expect(Object.keys(REAL)).toEqual(files.toSorted())
})

test('a column of a spouse replaces no stored email', async () => {
  const app = await startTestApp()
  const stored = csv(row('K2001', { first: 'Ada', email: 'ada@x.com' }))
  const kept = { cells: { email: 'ada@x.com', phone_number: '(617) 555-0140' } }
  await expectPreview(app, await realFile('k20-spouse-email.csv'), { stored, rows: { 0: kept } })
})

test('an import counts equal rows of a number as unchanged', async () => {
  const app = await startTestApp()
  const { body } = await importFile(app, await realFile('k13-row-per-matter.csv'), quietly)
  expect(body).toMatchObject({ created: 1, unchanged: 2, rejected: 0 })
  const inCapitals = csv(row('9'), row('9', { first: 'ANN', email: 'Ann@Example.com' }))
  const again = await importFile(app, inCapitals, quietly)
  expect(again.body).toMatchObject({ created: 1, unchanged: 1, rejected: 0 })
})

test('a change in 3,000 rows of one number touches few', async () => {
  const app = await startTestApp()
  const lines = Array.from({ length: 3000 }, (_, n) => row('SAME', { email: `c${n}@x.com` }))
  const { previewId, counts } = (await previewFile(app, csv(...lines))).body
  expect(counts).toMatchObject({ created: 1, rejected: 2999 })
  const { body } = await change(app, previewId, { row: { row: 2, cells: { client_number: 'X1' } } })
  expect(body.counts).toMatchObject({ created: 2, rejected: 2998 })
  expect(body.rows.length).toBeLessThan(250)
  const far = await change(app, previewId, { row: { row: 2900, cells: { client_number: 'X2' } } })
  expect(far.body.counts).toMatchObject({ created: 3, rejected: 2997 })
  expect((await rowsOf(app, previewId, 'kind=created')).total).toBe(3)
  expect((await importPreview(app, previewId)).body).toMatchObject({ created: 3, rejected: 2997 })
})

test('a preview without a row to import, or without a column, cannot start', async () => {
  const app = await startTestApp()
  const start = async (text: string) => {
    const { body } = await previewFile(app, new File([text], 'clients.csv'))
    const { status, body: answer } = await importPreview(app, body.previewId)
    return [status, answer.message]
  }
  expect(await start(`${HEADERS}\nN1,Ann,Lee,nobody,,,,,`)).toEqual([
    400,
    'No row of this file can be imported. The preview says of each row why.',
  ])
  expect(await start('Color,Size\nred,5')).toEqual([
    400,
    'No column of this file has a field yet. Choose in the preview what each column holds.',
  ])
  const empty = await previewFile(app, new File([`${HEADERS}\n,,,`], 'clients.csv'))
  expect([empty.status, empty.body.message]).toEqual([
    400,
    'There are no rows under the column headings.',
  ])
  expect((await app.api.get('/api/admin/imports')).body.total).toBe(0)
})
