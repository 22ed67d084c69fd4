// @module-tag heavy
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { HEADERS, row } from '../../../../testing/import-file.ts'
import { change, importPreview, previewFile, rejectedOf } from '../../../../testing/preview-file.ts'
import { table, workbook } from '../../../../testing/sheets/sheets.ts'
import { startTestApp, type TestApp } from '../../../../testing/start-test-app.ts'

const LINES = [
  `${HEADERS},Nota,Idioma`,
  `${row('1')},b,c`,
  `${row('2', { zip: '1' })}`,
  row('3').replace('617-555-0140', ''),
]

const COLUMN = { column: { index: 9, field: 'alt_number' } }

const started = async (app: TestApp): Promise<string> =>
  (await previewFile(app, new File([LINES.join('\n')], 'c.csv'))).body.previewId

test('changes and downloads despite leftovers of a killed process', async () => {
  const app = await startTestApp()
  const previewId = await started(app)
  for (const ending of ['rows', 'rejected', 'import']) {
    const name = `${previewId}.preview.${ending}`
    await writeFile(path.join(app.config.DATA_DIR, 'uploads', name), 'half a row')
  }
  expect((await change(app, previewId, COLUMN)).status).toBe(200)
  expect(await rejectedOf(app, previewId)).toContain('not a zip code')
  expect((await importPreview(app, previewId)).status).toBe(200)
})

test('saves changes of rows made during a change of the whole preview', async () => {
  const app = await startTestApp()
  const wrong = Array.from({ length: 8 }, (_, n) => row(String(n + 1), { zip: '1' }))
  const incomplete = Array.from({ length: 200 }, (_, n) =>
    row(String(n + 9)).replace('617-555-0140', ''),
  )
  const file = new File([[HEADERS, ...wrong, ...incomplete].join('\n')], 'c.csv')
  const { previewId } = (await previewFile(app, file)).body
  const answers = await Promise.all([
    change(app, previewId, { incomplete: false }),
    ...wrong.map((_, n) =>
      change(app, previewId, { row: { row: n + 2, cells: { zip_code: '02134' } } }),
    ),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const { body } = await app.api.get(`/api/admin/imports/preview/${previewId}`)
  expect(body.counts).toMatchObject({ created: 8, rejected: 200, incomplete: 0 })
})

/** Runs `work` after a change has read the preview, but before it reads the file. */
function beforeReading({ deps: { sheets } }: TestApp, work: () => Promise<unknown>) {
  const read = sheets.read.bind(sheets)
  vi.spyOn(sheets, 'read').mockImplementationOnce(async (task) => {
    await work()
    return read(task)
  })
}

test('refuses a column change while another one is saved', async () => {
  const app = await startTestApp()
  const previewId = await started(app)
  const other = { column: { index: 10, field: 'ignored' } }
  beforeReading(app, () => change(app, previewId, other))
  const refused = await change(app, previewId, COLUMN)
  expect(refused).toMatchObject({ status: 409, body: { code: 'preview_changed' } })
  const { body } = await change(app, previewId, COLUMN)
  expect([9, 10].map((index) => body.columns[index].field)).toEqual(['alt_number', 'ignored'])
})

test('keeps other changes that were made during a column change', async () => {
  const app = await startTestApp()
  const previewId = await started(app)
  beforeReading(app, () => change(app, previewId, { incomplete: false }))
  const { body } = await change(app, previewId, COLUMN)
  expect(body.counts).toMatchObject({ created: 1, rejected: 2 })
  expect(body).toMatchObject({ incomplete: false, columns: { 9: { field: 'alt_number' } } })
})

test('finds no preview for a column change during the import', async () => {
  const app = await startTestApp()
  const previewId = await started(app)
  beforeReading(app, () => importPreview(app, previewId))
  expect((await change(app, previewId, COLUMN)).status).toBe(404)
})

test('refuses a row change in a sheet that is no longer chosen', async () => {
  const app = await startTestApp()
  const [kept, left] = [
    table(HEADERS, row('1', { zip: '1' })),
    table(HEADERS, row('2', { zip: '2' })),
  ]
  const file = new File([workbook({ Kept: kept, Left: left })], 'c.xlsx')
  const { previewId } = (await previewFile(app, file)).body
  await change(app, previewId, { sheet: 'Kept' })
  const cells = { zip_code: '02134' }
  const refused = await change(app, previewId, { row: { row: 2, sheet: 'Left', cells } })
  expect(refused).toMatchObject({ status: 409, body: { code: 'preview_changed' } })
  const { body } = await change(app, previewId, { row: { row: 2, sheet: 'Kept', cells } })
  expect(body.counts).toMatchObject({ created: 1, rejected: 0 })
})
