// @module-tag heavy
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { csv, fixture, importFile, quietly, row } from '../../../testing/import-file.ts'
import { aWorkbook } from '../../../testing/sheets/hostile-sheets.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

test('rejects every row of a sheet that repeats one huge text', async () => {
  const app = await startTestApp({}, { sheetProcess: true })
  const { status, body } = await importFile(app, await fixture('hostile/crash.xlsx'), quietly)
  expect({ status, rejected: body.rejected }).toEqual({ status: 200, rejected: 500 })
})

test('lists a rejected row of huge cells by a short number and reason', async () => {
  const app = await startTestApp({}, { sheetProcess: true })
  const long = 'x'.repeat(3_000_000)
  const file = csv(row(`="${long}`), row('1', { city: '\uFFFD'.repeat(900) }))
  const { status, body } = await importFile(app, file, quietly)
  expect(status).toBe(200)
  const [first, second] = body.results
  expect([first.client_number.length, second.reason.length]).toEqual([200, 200])
})

test('rejects a file that kills its reader and keeps no copy of it', async () => {
  const app = await startTestApp({}, { sheetProcess: true })
  const text = 'x'.repeat(140_000_000)
  const book = await aWorkbook(`<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`)
  const file = new File([new Uint8Array(book)], 'clients.xlsx')
  const { status, body } = await importFile(app, file, quietly)
  expect(status).toBe(400)
  expect(body.message).toMatch(/needs too much memory/)
  expect(await readdir(path.join(app.config.DATA_DIR, 'uploads'))).toEqual([])
})
