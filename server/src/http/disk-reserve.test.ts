import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fillDisk } from '../../../testing/full-disk.ts'
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { hasRoom } from './disk-reserve.ts'

const NO_ROOM = { DISK_RESERVE_MB: '1000000000' }

test('refuses only uploads when the disk reaches its reserve', async () => {
  const { api, deps, config } = await startTestApp(NO_ROOM)
  const { id } = await aClient(deps)
  const file = new File(['Client Number,First Name\n1,A\n'], 'clients.csv')
  for (const url of ['/api/admin/import', `/api/admin/users/${id}/attachments`]) {
    const { status, body } = await api.upload(url, {}, file)
    expect({ status, body }).toEqual({
      status: 507,
      body: { code: 'disk_full', message: 'The server’s disk is full. Nothing was saved.' },
    })
  }
  expect(await readdir(path.join(config.DATA_DIR, 'uploads')).catch(() => [])).toEqual([])
  expect((await api.put(`/api/admin/users/${id}`, { city: 'Salem' })).status).toBe(200)
  const ready = await api.get('/readyz')
  expect(ready).toMatchObject({ status: 200, body: { status: 'ready', disk: 'full' } })
})

test('names the full disk of the database', async () => {
  const { api, deps, logged } = await startTestApp()
  const { id } = await aClient(deps)
  await fillDisk(deps.db, 'before update on clients')
  expect(await api.put(`/api/admin/users/${id}`, { city: 'Salem' })).toMatchObject({
    status: 507,
    body: { code: 'disk_full', message: 'The server’s disk is full. Please try again later.' },
  })
  expect(logged.splice(0)).toHaveLength(1)
})

test('counts the size of an upload against the reserve', async () => {
  const { config } = await startTestApp()
  expect(await hasRoom(config, 0)).toBe(true)
  expect(await hasRoom(config, 2 ** 50)).toBe(false)
})

test('does not take a forged size for a full disk', async () => {
  const { send, deps } = await startTestApp()
  const { id } = await aClient(deps)
  const { status } = await send('POST', `/api/admin/users/${id}/attachments`, {
    payload: '--x--',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 2 ** 50 },
  })
  expect(status).toBe(400)
})
