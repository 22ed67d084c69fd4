import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { csv, fixture, importFile, quietly, row } from '../../../testing/import-file.ts'
import { change, importPreview, previewFile, rejectedOf } from '../../../testing/preview-file.ts'
import { backUp } from '../../../testing/restored.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { imported, importPath } from '../../../testing/undo-import.ts'
import { sealFile, sweepOriginals, unsealTo } from './originals.ts'

const folderOf = ({ config }: TestApp) => path.join(config.DATA_DIR, 'imports')
const filesOf = (app: TestApp) => readdir(folderOf(app)).catch(() => [])
const eventsOf = async ({ api }: TestApp, event: string) =>
  (await api.get(`/api/security-log?event=${event}`)).body.entries

test('keeps the file sealed, and logs who downloads and deletes it', async () => {
  const app = await startTestApp()
  const file = await fixture('clients-500.xlsx')
  const importId = randomUUID()
  await importFile(app, file, { importId, ...quietly })
  const [name = ''] = await filesOf(app)
  const sealed = await readFile(path.join(folderOf(app), name))
  const plain = Buffer.from(await file.arrayBuffer())
  expect([plain, sealed].map((bytes) => bytes.includes('Content_Types'))).toEqual([true, false])
  expect((await app.api.get(importPath(importId))).body.file.until).toMatch(/T/)

  const address = `${importPath(importId)}/file`
  const got = await app.app.inject({
    url: address,
    headers: { authorization: `Bearer ${app.token}` },
  })
  expect(got.headers['content-disposition']).toContain('clients-500.xlsx')
  expect(got.rawPayload.equals(plain)).toBe(true)
  const who = { email: 'admin@example.com', detail: 'clients-500.xlsx' }
  expect(await eventsOf(app, 'import-file-downloaded')).toMatchObject([who])

  expect((await app.api.delete(address)).status).toBe(200)
  expect(await eventsOf(app, 'import-file-deleted')).toMatchObject([who])
  expect([await filesOf(app), (await app.api.get(importPath(importId))).body.file]).toEqual([
    [],
    null,
  ])
  expect((await app.api.get(address)).status).toBe(404)
  expect((await app.api.delete(address)).status).toBe(404)
})

test('keeps the file of an import that began with a preview', async () => {
  const app = await startTestApp()
  const { body } = await previewFile(app, csv(row('1')))
  await importPreview(app, body.previewId)
  const [{ importId }] = (await app.api.get('/api/admin/imports')).body.imports
  const { body: text } = await app.api.get(`${importPath(importId)}/file`)
  expect(String(text)).toContain('1,Ann,Lee')
})

test('seals the file of a preview and keeps no plain copy', async () => {
  const app = await startTestApp()
  const file = csv(row('1'), row('2', { zip: '1' }))
  const { previewId } = (await previewFile(app, file)).body
  await change(app, previewId, { column: { index: 5, field: 'ignored' } })
  await rejectedOf(app, previewId)
  const folder = path.join(app.config.DATA_DIR, 'uploads')
  const names = await readdir(folder)
  expect(names).toEqual([`${previewId}.preview`])
  expect(await readFile(path.join(folder, names[0]!), 'latin1')).not.toContain('ann@example.com')
})

test('leaves the file out of a backup', async () => {
  const app = await startTestApp()
  const importId = randomUUID()
  await importFile(app, csv(row('1')), { importId, ...quietly })
  expect((await filesOf(app)).join()).toContain(importId)
  const names = execFileSync('tar', ['-tf', await backUp(app.deps)], { encoding: 'utf8' })
  expect(names).toContain('imports')
  expect(names).not.toContain(importId)
})

test('keeps no file with IMPORT_KEEP_DAYS=0', async () => {
  const app = await startTestApp({ IMPORT_KEEP_DAYS: '0' })
  const id = await imported(app, row('1'))
  expect([await filesOf(app), (await app.api.get(importPath(id))).body.file]).toEqual([[], null])
})

test('removes files after IMPORT_KEEP_DAYS', async () => {
  const app = await startTestApp({ IMPORT_KEEP_DAYS: '3' })
  const old = await imported(app, row('1'))
  const id = await imported(app, row('2'))
  const before = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000)
  for (const name of await filesOf(app))
    if (name.startsWith(old)) await utimes(path.join(folderOf(app), name), before, before)
  expect((await app.api.get(`${importPath(old)}/file`)).status).toBe(404)
  await sweepOriginals(app.deps)
  expect(await filesOf(app)).toEqual([`${id}.age`, `${id}.reading.age`])
})

test('reports a file that another secret key has sealed', async () => {
  const app = await startTestApp()
  const id = await imported(app, row('1'))
  app.deps.secretKey = 'another secret key that opens nothing of this'
  const refused = await app.api.get(`${importPath(id)}/file`)
  expect(refused.status).toBe(503)
  expect(refused.body.message).toContain('another SECRET_KEY')
  expect(await eventsOf(app, 'import-file-downloaded')).toEqual([])
})

const PART = 64 * 1024

test.each([0, 1, PART - 1, PART, PART + 1, 3 * PART])(
  'opens a file of %i bytes, but no altered or shortened one',
  async (size) => {
    const { deps } = await startTestApp()
    const [plain, sealed, opened] = ['plain', 'sealed', 'opened'].map((name) =>
      path.join(deps.config.DATA_DIR, name),
    ) as [string, string, string]
    const bytes = randomBytes(size)
    await writeFile(plain, bytes)
    await sealFile(deps.secretKey, plain, sealed)
    await unsealTo(deps, sealed, opened)
    expect((await readFile(opened)).equals(bytes)).toBe(true)
    const whole = await readFile(sealed)
    const altered = Buffer.from(whole)
    altered[whole.length - 17]! ^= 1
    const start = whole.length - (size + 16 * Math.max(1, Math.ceil(size / PART)))
    const cut = [start, start + PART + 16, whole.length - 1].filter((end) => end < whole.length)
    for (const wrong of [altered, ...cut.map((end) => whole.subarray(0, end))]) {
      await writeFile(sealed, wrong)
      await expect(unsealTo(deps, sealed, opened)).rejects.toThrow()
    }
  },
)

test('pages rejected rows and downloads all of them as a file', async () => {
  const app = await startTestApp()
  const rows = Array.from({ length: 1002 }, (_, n) => row(String(n), { email: 'nobody' }))
  const id = await imported(app, row('a'), ...rows)
  const page = await app.api.get(`${importPath(id)}/rejected?page=41`)
  expect(page.body.total).toBe(1002)
  expect(page.body.rows).toMatchObject([{ row: 1003, client_number: '1000' }, { row: 1004 }])
  const file = await app.api.get(`${importPath(id)}/rejected/file`)
  expect(file.headers['content-disposition']).toContain('clients-not-imported.csv')
  const lines = String(file.body).trim().split('\r\n')
  expect(lines).toHaveLength(1003)
  expect(lines.at(-1)).toMatch(/^1001,Ann,.*nobody.*not an email/)
})
