// @module-tag heavy
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { deleteForGood } from '../../../testing/delete-for-good.ts'
import { aClient } from '../../../testing/make.ts'
import { startS3Server } from '../../../testing/s3-server.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { storedKeys } from '../../../testing/stored-keys.ts'
import { startChores } from '../open-server.ts'
import { removeFiles } from './remove-files.ts'

const HOUR_MS = 60 * 60 * 1000

afterEach(() => void vi.useRealTimers())

/** Deletes a client with `count` files; returns their keys. */
async function deleteClientWithFiles(app: TestApp, count: number) {
  const { api, deps } = app
  const { id } = await aClient(deps)
  const client = `/api/admin/users/${id}`
  for (let n = 0; n < count; n++) {
    const file = new File(['the deed'], `deed ${n}.txt`)
    expect((await api.upload(`${client}/attachments`, {}, file)).status).toBe(200)
  }
  await deleteForGood(app, id)
  return (await storedKeys(deps.store)).sort()
}

/** An upload whose row was not saved, since its client was deleted meanwhile. */
async function uploadWithoutRow({ api, deps }: TestApp) {
  const { id } = await aClient(deps)
  const move = deps.store.moveFromFs.bind(deps.store)
  deps.store.moveFromFs = async (...moved) => {
    await move(...moved)
    await api.delete(`/api/admin/users/${id}`)
  }
  const file = new File(['the deed'], 'deed.txt')
  expect((await api.upload(`/api/admin/users/${id}/attachments`, {}, file)).status).toBe(404)
}

test('deletes without waiting for a silent bucket, and retries', async () => {
  const { url, fallSilent, close } = await startS3Server()
  const app = await startTestApp({ FILES_URL: url })
  const { id } = await aClient(app.deps)
  const client = `/api/admin/users/${id}`
  const add = () => app.api.upload(`${client}/attachments`, {}, new File(['the deed'], 'deed.txt'))
  const { body } = await add()
  await add()
  fallSilent()
  expect((await app.api.delete(`/api/admin/attachments/${body.id}`)).status).toBe(200)
  await deleteForGood(app, id)
  await close()
  await removeFiles(app.deps)
  expect(app.logged.splice(0)).toHaveLength(1)
  const left = await app.deps.db.selectFrom('file_removals').selectAll().execute()
  expect(left).toHaveLength(2)
})

test('removes the bytes of an upload without a row after an hour', async () => {
  const app = await startTestApp()
  await uploadWithoutRow(app)
  await removeFiles(app.deps)
  expect(await storedKeys(app.deps.store)).toHaveLength(1)
  app.clock.ahead = 2 * HOUR_MS
  await removeFiles(app.deps)
  expect(await storedKeys(app.deps.store)).toEqual([])
})

test('keeps a file with a row, and unknown files', async () => {
  const app = await startTestApp()
  const files = `/api/admin/users/${(await aClient(app.deps)).id}/attachments`
  await app.api.upload(files, {}, new File(['the deed'], 'deed.txt'))
  await app.deps.store.put('1/theirs', 'x')
  app.clock.ahead = 2 * HOUR_MS
  await removeFiles(app.deps)
  expect(await storedKeys(app.deps.store)).toHaveLength(2)
})

test('logs a file that cannot be removed once and removes the others', async () => {
  const app = await startTestApp()
  const [stuck] = await deleteClientWithFiles(app, 3)
  const remove = app.deps.store.delete.bind(app.deps.store)
  app.deps.store.delete = async (key) => {
    if (key === stuck) throw new Error('not permitted')
    await remove(key)
  }
  await removeFiles(app.deps)
  expect(await storedKeys(app.deps.store)).toEqual([stuck])
  expect(app.logged.splice(0)).toHaveLength(1)
  app.deps.store.delete = remove
  await removeFiles(app.deps)
  expect(await storedKeys(app.deps.store)).toEqual([])
})

test('finishes the running removal at a stop and leaves the rest', async () => {
  const app = await startTestApp()
  await deleteClientWithFiles(app, 3)
  const begun = Promise.withResolvers<void>()
  const disk = Promise.withResolvers<void>()
  const remove = app.deps.store.delete.bind(app.deps.store)
  app.deps.store.delete = async (key) => {
    begun.resolve()
    await disk.promise
    await remove(key)
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = startChores(app.deps)
  vi.advanceTimersByTime(60_000)
  await begun.promise
  const stopped = stop()
  const waits = Symbol('waits')
  expect(await Promise.race([stopped, sleep(50, waits)])).toBe(waits)
  disk.resolve()
  await stopped
  expect(await storedKeys(app.deps.store)).toHaveLength(2)
})
