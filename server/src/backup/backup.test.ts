// @module-tag heavy
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { backUp, emptyTarget, PASSPHRASE } from '../../../testing/restored.ts'
import { startS3Server } from '../../../testing/s3-server.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { storedKeys } from '../../../testing/stored-keys.ts'
import { tableContents } from '../../../testing/table-contents.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import type { Deps } from '../deps.ts'
import { writeArchive } from './archive.ts'

const CHANGED = [
  'challenges',
  'flows',
  'nightly_backup',
  'one_time_codes',
  'refresh_tokens',
  'restored_copy',
  'security_log',
  'sessions',
]

async function comparable({ db }: Pick<Deps, 'db'>) {
  const contents = await tableContents(db)
  for (const name of CHANGED) delete contents[name]
  // This table holds the times of the runs.
  delete contents.kysely_migration
  return contents
}

async function filesIn(store: Deps['store']) {
  const files: Record<string, string> = {}
  for (const key of await storedKeys(store)) {
    files[key] = (await buffer(await store.getStream(key))).toString()
  }
  return files
}

async function aBusyFirm({ deps, api }: TestApp) {
  const odd = { first_name: 'Zoë\t"\\N"', last_name: "O'Brien\r\n\\.", address: '\\x41 Ünter 北京' }
  const clients = [await aClient(deps, odd), await aClient(deps), await aClient(deps)]
  for (const [n, { id }] of clients.entries()) {
    const file = new File([`deed ${n}`, 'x'.repeat(n * 100_000)], `deed ${n}.txt`)
    await api.upload(`/api/admin/users/${id}/attachments`, {}, file)
  }
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  return clients
}

const STORES = {
  'a folder': async () => ({}),
  'a bucket': async () => ({ FILES_URL: (await startS3Server()).url }),
}

test.each(Object.entries(STORES))(
  'an encrypted backup restores as it was, from and to %s',
  async (_, settings) => {
    const app = await startTestApp(await settings())
    await aBusyFirm(app)
    const file = await backUp(app.deps, PASSPHRASE)
    const target = await emptyTarget({ BACKUP_PASSPHRASE: PASSPHRASE, ...(await settings()) })
    expect(await target.restore(file)).toEqual({ emailsCanceled: 0, accountsToReset: [] })
    expect(await comparable(target)).toEqual(await comparable(app.deps))
    expect(await filesIn(target.store)).toEqual(await filesIn(app.deps.store))
    expect(Object.keys(await filesIn(target.store))).toHaveLength(3)
    const key = await readFile(`${target.DATA_DIR}/secret-key`, 'utf8')
    expect(key).toBe(app.deps.secretKey)
  },
)

test('makes a backup readable only by its owner', async () => {
  const { deps } = await startTestApp()
  expect((await stat(await backUp(deps))).mode & 0o777).toBe(0o600)
})

test('gives new rows new ids in a restored database', async () => {
  const app = await startTestApp()
  const last = (await aBusyFirm(app)).at(-1)!
  const target = await emptyTarget()
  await target.restore(await backUp(app.deps))
  const next = await aClient({ db: target.db, now: app.deps.now })
  expect(next.id).toBeGreaterThan(last.id)
  const counts = await target.db.selectFrom('client_counts').selectAll().executeTakeFirst()
  expect(counts).toMatchObject({ pending: 4 })
})

test.each([undefined, PASSPHRASE])(
  'leaves no backup if stopped amid a file (%s)',
  async (passphrase) => {
    const folder = temporaryFolder()
    const stop = new AbortController()
    const bytes = 1024 * 1024
    await writeFile(path.join(folder, 'will.txt'), Buffer.alloc(bytes))
    async function* entries() {
      for (let n = 0; ; n++) {
        if (n === 5) setTimeout(() => stop.abort())
        yield {
          name: `files/${n}`,
          bytes,
          content: createReadStream(path.join(folder, 'will.txt')),
        }
      }
    }
    const { signal } = stop
    const written = writeArchive(path.join(folder, 'backup'), entries(), { passphrase, signal })
    await expect(written).rejects.toThrow('aborted')
    expect(await readdir(folder)).toEqual(['will.txt'])
  },
)
