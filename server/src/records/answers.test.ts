import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

/** Excludes the language, which an answer does not confirm. */
const { client_number: _, group_template: __, language: ___, ...details } = clientInput()

async function answered(corrected: object, action: 'confirm' | 'update') {
  const app = await startTestApp()
  const client = await aClient(app.deps)
  const url = `/api/verify/${await aLink(app.deps, client)}`
  expect((await app.api.post(url, { ...details, ...corrected, action })).status).toBe(200)
  const answers = () => app.deps.db.selectFrom('answers').selectAll().execute()
  return { app, client, answers }
}

test('keeps replaced values and all details of a correction', async () => {
  const { client, answers } = await answered({ city: 'Salem' }, 'update')
  expect(await answers()).toMatchObject([
    {
      client_id: client.id,
      client_number: client.client_number,
      name: `${client.first_name} ${client.last_name}`,
      via: 'link',
      admin: null,
      result: 'updated',
      old: { city: client.city },
      new: { ...details, city: 'Salem' },
    },
  ])
})

test('keeps every confirmed detail', async () => {
  const { answers } = await answered({}, 'confirm')
  expect(await answers()).toMatchObject([{ result: 'confirmed', old: {}, new: details }])
})

test('keeps an answer after its client and history are deleted', async () => {
  const { app, client, answers } = await answered({}, 'confirm')
  const [answer] = await answers()
  await app.api.post('/api/admin/users/delete', { ids: [client.id] })
  const history = (await app.api.get(`/api/admin/users/${client.id}/audit-logs`)).body
  const ids = history.map(({ id }: { id: number }) => id)
  await app.api.post('/api/admin/audit-logs/delete', { ids })
  expect(await answers()).toEqual([answer])
})

test('refuses to change or remove an answer', async () => {
  const { app, answers } = await answered({}, 'confirm')
  const before = await answers()
  const { db } = app.deps
  const refused = 'answers is append-only'
  await expect(sql`update answers set note = 'x'`.execute(db)).rejects.toThrow(refused)
  await expect(sql`delete from answers`.execute(db)).rejects.toThrow(refused)
  await expect(sql`truncate answers`.execute(db)).rejects.toThrow(refused)
  expect(await answers()).toEqual(before)
})

test('counts answers whose history is deleted', async () => {
  const { app, client } = await answered({ city: 'Salem' }, 'update')
  const history = (await app.api.get(`/api/admin/users/${client.id}/audit-logs`)).body
  const ids = history.map(({ id }: { id: number }) => id)
  await app.api.post('/api/admin/audit-logs/delete', { ids })
  expect((await app.api.get('/api/admin/stats')).body).toMatchObject({ todayUpdates: 1 })
})
