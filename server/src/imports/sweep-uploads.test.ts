// @module-tag heavy
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { draftFile } from '../http/files.ts'
import { startChores } from '../open-server.ts'
import { insertImport } from './queries.ts'
import { sweepUploads } from './uploads.ts'

const HOUR_MS = 60 * 60 * 1000

const running = '00000000-0000-4000-8000-000000000001'

async function withUploads() {
  const { deps, config } = await startTestApp()
  const folder = path.join(config.DATA_DIR, 'uploads')
  await mkdir(folder, { recursive: true })
  for (const name of [`${running}.csv`, 'new.part', 'old.part']) {
    await writeFile(path.join(folder, name), 'records of clients')
  }
  const lastWeek = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000)
  for (const name of [`${running}.csv`, 'old.part']) {
    await utimes(path.join(folder, name), lastWeek, lastWeek)
  }
  const at = deps.now().toISOString()
  await insertImport(deps.db, {
    id: running,
    file_name: 'clients.csv',
    file_hash: '',
    admin_email: 'admin@example.com',
    send: false,
    clients_before: 0,
    lease_until: new Date(Date.now() + 60_000).toISOString(),
    created_at: at,
  })
  return { deps, folder }
}

test('removes old uploads that no running import needs', async () => {
  const { deps, folder } = await withUploads()
  await sweepUploads(deps)
  expect((await readdir(folder)).sort()).toEqual([`${running}.csv`, 'new.part'])
})

test('removes drafts unchanged for a quarter of an hour', async () => {
  const { deps, folder } = await withUploads()
  const originals = path.join(deps.config.DATA_DIR, 'imports')
  await mkdir(originals, { recursive: true })
  const before = new Date(Date.now() - HOUR_MS / 3)
  const fresh = path.basename(draftFile(folder, '.part'))
  for (const where of [folder, originals]) {
    await writeFile(path.join(where, fresh), 'records of clients')
    const left = draftFile(where, '.part')
    await writeFile(left, 'records of clients')
    await utimes(left, before, before)
  }
  await sweepUploads(deps)
  const drafts = async (where: string) =>
    (await readdir(where)).filter((each) => each.startsWith('draft.'))
  expect([await drafts(folder), await drafts(originals)]).toEqual([[fresh], [fresh]])
})

test('removes the plain file of an ended preview and a lone reading', async () => {
  const { deps, folder } = await withUploads()
  const originals = path.join(deps.config.DATA_DIR, 'imports')
  await mkdir(originals, { recursive: true })
  const alone = path.join(originals, `${randomUUID()}.reading.age`)
  const plain = path.join(folder, `${randomUUID()}.preview`)
  const before = new Date(Date.now() - HOUR_MS / 2)
  for (const file of [alone, plain]) {
    await writeFile(file, 'x')
    await utimes(file, before, before)
  }
  await sweepUploads(deps)
  expect([await readdir(folder), await readdir(originals)]).toEqual([
    [`${running}.csv`, 'new.part'],
    [],
  ])
})

test('removes leftovers of uploads at the start and later', async () => {
  const app = await startTestApp()
  const uploads = path.join(app.config.DATA_DIR, 'uploads')
  await mkdir(uploads, { recursive: true })
  const leave = async (name: string) => {
    const dayBefore = new Date(Date.now() - 25 * HOUR_MS)
    await writeFile(path.join(uploads, name), 'x')
    await utimes(path.join(uploads, name), dayBefore, dayBefore)
  }
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await leave('earlier.part')
  await leave(`${running}.preview.${randomUUID()}`)
  onTestFinished(startChores(app.deps))
  await vi.waitFor(async () => expect(await readdir(uploads)).toEqual([]), 20_000)
  await leave('later.part')
  // A sweep is skipped while the one before it still runs.
  await vi.waitFor(async () => {
    vi.advanceTimersByTime(HOUR_MS)
    expect(await readdir(uploads)).toEqual([])
  }, 20_000)
})
