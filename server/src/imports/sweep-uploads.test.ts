import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { insertImport } from './queries.ts'
import { sweepUploads } from './sweep-uploads.ts'

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

test('removes uploads older than a day that no running import needs', async () => {
  const { deps, folder } = await withUploads()
  await sweepUploads(deps.db, folder)
  expect((await readdir(folder)).sort()).toEqual([`${running}.csv`, 'new.part'])
})
