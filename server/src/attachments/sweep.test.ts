import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { aClient } from '../../../testing/make.ts'
import { startS3Server } from '../../../testing/s3-server.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { MARKER } from './binding.ts'
import { pagesOfKeys } from './stored-keys.ts'
import { startSweepingFiles, sweepFiles } from './sweep.ts'

const HOURS_MS = 60 * 60 * 1000

/** Uploads `count` files of one client. */
async function upload({ api, deps }: TestApp, count: number) {
  const { id } = await aClient(deps)
  for (let n = 0; n < count; n++) {
    const file = new File(['the deed'], `deed ${n}.txt`)
    expect((await api.upload(`/api/admin/users/${id}/attachments`, {}, file)).status).toBe(200)
  }
}

/** As aborted uploads leave them. */
async function leaveOrphans({ deps }: TestApp, ...keys: string[]) {
  for (const key of keys) await deps.store.put(key, 'x')
}

async function stored({ deps }: TestApp) {
  const keys: string[] = []
  for await (const page of pagesOfKeys(deps.store)) keys.push(...page)
  return keys
}

function sweepLater({ clock, deps }: TestApp) {
  clock.ahead = 2 * HOURS_MS
  return sweepFiles(deps)
}

const warningsOf = ({ logged }: TestApp) => logged.splice(0).map((line) => JSON.parse(line).msg)

const STORES = {
  'a folder': async () => ({ DATA_DIR: temporaryFolder() }),
  'a bucket': async () => ({ FILES_URL: (await startS3Server()).url }),
}

describe.each(Object.entries(STORES))('in %s', (_, settings) => {
  test('a start with another database removes no file and says what to do', async () => {
    const store = await settings()
    const first = await startTestApp(store)
    await upload(first, 3)
    await sweepFiles(first.deps)

    const other = await startTestApp(store)
    expect(await sweepLater(other)).toBe(0)
    expect(warningsOf(other)).toContainEqual(expect.stringContaining(`remove ${MARKER}`))
    await upload(other, 1)
    expect(await sweepLater(other)).toBe(0)
    expect(await stored(other)).toHaveLength(4)
  })

  test('a new installation sweeps what its first uploads left', async () => {
    const app = await startTestApp(await settings())
    await sweepFiles(app.deps)
    await leaveOrphans(app, '1/x', '1/y')
    expect(await sweepLater(app)).toBe(2)
    expect(app.logged).toEqual([])
  })

  test('an installation from before the marker keeps sweeping', async () => {
    const app = await startTestApp(await settings())
    await upload(app, 1)
    await leaveOrphans(app, '1/x', '1/y', '1/z')
    await app.deps.store.delete(MARKER)
    expect(await sweepLater(app)).toBe(3)
    expect(await stored(app)).toHaveLength(1)
    expect(app.logged).toEqual([])
  })
})

test('unknown older files stay until somebody removes the marker', async () => {
  const DATA_DIR = temporaryFolder()
  const old = new Date(Date.now() - 48 * HOURS_MS)
  await mkdir(path.join(DATA_DIR, 'files/1'), { recursive: true })
  for (const key of ['1/x', '1/y']) {
    const file = path.join(DATA_DIR, 'files', key)
    await writeFile(file, 'bytes')
    await utimes(file, old, old)
  }
  const app = await startTestApp({ DATA_DIR })
  expect(await sweepLater(app)).toBe(0)
  await upload(app, 1)
  expect(await sweepLater(app)).toBe(0)
  // One of each sweep; the product's own, of its start, may come as late as this.
  expect([2, 3]).toContain(warningsOf(app).length)
  await app.deps.store.delete(MARKER)
  await sweepLater(app)
  await expect.poll(() => stored(app)).toHaveLength(1)
})

test('a foreign file stays and does not stop the sweep', async () => {
  const app = await startTestApp()
  await sweepFiles(app.deps)
  await leaveOrphans(app, '1/x', '2/y')
  const stray = path.join(app.config.DATA_DIR, 'files/1/a (1).txt')
  await writeFile(stray, 'x')
  expect(await sweepLater(app)).toBe(2)
  expect(await readdir(path.dirname(stray))).toEqual(['a (1).txt'])
  expect(app.logged).toEqual([])
})

test('files that another process removes do not stop the sweep', async () => {
  const app = await startTestApp()
  await sweepFiles(app.deps)
  await leaveOrphans(app, '1/a', '1/b', '1/c')
  const { store } = app.deps
  const look = store.getMetaData.bind(store)
  store.getMetaData = async (key) => {
    if (key === '1/a') await store.delete(key)
    return look(key)
  }
  expect(await sweepLater(app)).toBe(2)
  expect(await stored(app)).toEqual([])
  expect(app.logged).toEqual([])
})

test('a file that cannot be removed is logged once and stops no other', async () => {
  const app = await startTestApp()
  await sweepFiles(app.deps)
  await leaveOrphans(app, '1/a', '1/b', '1/c', '1/d')
  const remove = app.deps.store.delete.bind(app.deps.store)
  app.deps.store.delete = async (key) => {
    if (/[ab]$/.test(key)) throw new Error('not permitted')
    await remove(key)
  }
  expect(await sweepLater(app)).toBe(2)
  expect((await stored(app)).sort()).toEqual(['1/a', '1/b'])
  expect(warningsOf(app)).toHaveLength(1)
})

test('a stop waits for the running sweep, which leaves the rest', async () => {
  const app = await startTestApp()
  await sweepFiles(app.deps)
  await leaveOrphans(app, '1/a', '1/b', '1/c')
  app.clock.ahead = 2 * HOURS_MS
  const begun = Promise.withResolvers<void>()
  const disk = Promise.withResolvers<void>()
  const hold = async (key: string) => {
    begun.resolve()
    await disk.promise
    await app.deps.store.delete(key)
  }
  // Only for this sweep: the one of the start may still be running.
  const store = new Proxy(app.deps.store, {
    get: (disk, name) => (name === 'delete' ? hold : Reflect.get(disk, name).bind(disk)),
  })
  const stop = startSweepingFiles({ ...app.deps, store })
  await begun.promise
  const stopped = stop()
  const waits = Symbol('waits')
  expect(await Promise.race([stopped, sleep(50, waits)])).toBe(waits)
  disk.resolve()
  await stopped
  expect(await stored(app)).toHaveLength(2)
})
