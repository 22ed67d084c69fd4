// @module-tag heavy
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { csv, fixture, HEADERS, importFile, quietly, row } from '../../../testing/import-file.ts'
import { change, importPreview, previewFile } from '../../../testing/preview-file.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { imported, importPath } from '../../../testing/undo-import.ts'

async function download({ api }: TestApp, importId: string): Promise<string[]> {
  const { body } = await api.get(`${importPath(importId)}/rejected/file`)
  return String(body).replace('\uFEFF', '').trimEnd().split('\r\n')
}

const lastImport = async ({ api }: TestApp): Promise<string> =>
  (await api.get('/api/admin/imports')).body.imports[0].importId

const BY_NUMBER = 'Row,Client Number,Reason'

test('keeps the sheet’s other columns of rejected rows after the import', async () => {
  const app = await startTestApp()
  await importFile(app, csv(row('1188')), quietly)
  const lines = [
    `${row('1', { zip: '1' })},call`,
    `${row('9')},late`,
    `${row('2', { first: 'Bo' })},`,
    `${row('3', { first: 'Cy' })},`,
  ]
  const file = new File([[`${HEADERS},Remarks`, ...lines].join('\n')], 'clients.csv')
  const { previewId } = (await previewFile(app, file)).body
  await change(app, previewId, { row: { row: 2, cells: { city: 'Salem' } } })
  await change(app, previewId, { row: { row: 4, choice: 'skip' } })
  expect((await importPreview(app, previewId)).body).toMatchObject({ created: 1, rejected: 2 })

  const [headers, wrong, undecided, ...more] = await download(app, await lastImport(app))
  expect(headers).toBe(`${HEADERS},Remarks,Not Imported Because`)
  expect(wrong).toMatch(/^1,Ann,.*,Salem,MA,1,call,.*not a zip code/)
  expect(undecided).toMatch(/^9,Ann,.*,late,.*Choose in the preview/)
  expect(more).toEqual([])
  const { entries } = (await app.api.get('/api/security-log?event=import-file-downloaded')).body
  expect(entries).toMatchObject([{ detail: 'clients-not-imported.csv' }])
  const uploads = await readdir(path.join(app.config.DATA_DIR, 'uploads'))
  expect(uploads).toEqual([])
})

test('imports rejected rows of a workbook once they are corrected', async () => {
  const app = await startTestApp()
  const { previewId } = (await previewFile(app, await fixture('shapes.xlsx'))).body
  await change(app, previewId, { row: { row: 9, cells: { zip_code: '1' } } })
  await importPreview(app, previewId)
  const text = (await download(app, await lastImport(app))).join('\r\n')
  const corrected = new File([text.replace(',MA,1,', ',MA,02134,')], 'corrected.csv')
  expect((await previewFile(app, corrected)).body.counts).toMatchObject({ created: 1, rejected: 0 })
})

test('lists numbers and reasons once the file is gone', async () => {
  const app = await startTestApp()
  const id = await imported(app, row('1', { zip: '1' }))
  expect((await download(app, id))[0]).toBe(`${HEADERS},Not Imported Because`)
  await app.api.delete(`${importPath(id)}/file`)
  expect(await download(app, id)).toEqual([BY_NUMBER, expect.stringMatching(/^2,1,.*zip code/)])
  expect(await readdir(path.join(app.config.DATA_DIR, 'imports'))).toEqual([])
})

test('lists numbers and reasons if another secret key sealed the file', async () => {
  const app = await startTestApp()
  const id = await imported(app, row('1', { zip: '1' }))
  app.deps.secretKey = 'another secret key that opens nothing of this'
  expect((await download(app, id))[0]).toBe(BY_NUMBER)
})

test('completes an import although its file cannot be kept', async () => {
  const app = await startTestApp()
  await writeFile(path.join(app.config.DATA_DIR, 'imports'), 'in the way of the folder')
  const { previewId } = (await previewFile(app, csv(row('1'), row('2', { zip: '1' })))).body
  expect((await importPreview(app, previewId)).body).toMatchObject({ created: 1, rejected: 1 })
  expect((await download(app, await lastImport(app)))[0]).toBe(BY_NUMBER)
})
