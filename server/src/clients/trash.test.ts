import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answer, aRound, DAY_MS, mailed, untilSent } from '../../../testing/a-round.ts'
import { awaitBlocked } from '../../../testing/await-blocked.ts'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { storedKeys } from '../../../testing/stored-keys.ts'
import { removeFiles } from '../attachments/remove-files.ts'
import { transact } from '../db/transact.ts'
import { insertClient } from '../records/clients.ts'
import { emptyTrash } from './restore-clients.ts'

const users = '/api/admin/users'
const trash = '/api/admin/trash'

const deleteNow = ({ send }: Pick<TestApp, 'send'>, id: number, name: string) =>
  send('DELETE', `${trash}/${id}`, { payload: { name } })

const restore = ({ api }: Pick<TestApp, 'api'>, id: number) => api.post(`${users}/${id}/restore`)

async function rowsOf({ deps }: Pick<TestApp, 'deps'>, id: number) {
  const { db } = deps
  const client = await db.selectFrom('clients').selectAll().where('id', '=', id).execute()
  const messages = await db
    .selectFrom('messages')
    .selectAll()
    .where('client_id', '=', id)
    .orderBy('id')
    .execute()
  const files = (await db.selectFrom('attachments').selectAll().execute()).length
  const { rows: members } = await sql`select * from round_members`.execute(db)
  return { client, messages, files, members }
}

test('restores a client with files, emails and part in the round', async () => {
  const app = await aRound(['ada', 'bob', 'eve'])
  const { api, deps, clients, round } = app
  await untilSent(app)
  await answer(app, 0)
  const [ada, bob] = clients as [(typeof clients)[0], (typeof clients)[0]]
  await api.upload(`${users}/${ada.id}/attachments`, {}, new File(['the deed'], 'deed.txt'))
  const before = [await rowsOf(app, ada.id), await rowsOf(app, bob.id)]
  const { coverage } = await round()

  await api.post(`${users}/delete`, { ids: [ada.id, bob.id] })
  expect((await api.get('/api/admin/stats')).body).toMatchObject({ totalUsers: 1 })
  expect((await round()).coverage).toMatchObject({ excused: 1, excuses: { deleted: 1 } })
  await removeFiles(deps)
  for (const { id } of [ada, bob])
    expect((await restore(app, id)).body).toEqual({ restored: 1, regrouped: 0, refused: [] })

  expect([await rowsOf(app, ada.id), await rowsOf(app, bob.id)]).toEqual(before)
  expect((await round()).coverage).toEqual(coverage)
  expect((await api.get('/api/admin/stats')).body).toMatchObject({ totalUsers: 3 })
  const [file] = (await api.get(`${users}/${ada.id}/attachments`)).body
  expect((await api.get(`/api/admin/attachments/${file.id}/download`)).body).toBe('the deed')
  const [newest] = (await api.get(`${users}/${ada.id}/audit-logs`)).body
  expect(newest).toMatchObject({ action: 'restored', admins: { email: 'admin@example.com' } })
  expect(await restore(app, ada.id)).toMatchObject({ status: 404 })
})

test('keeps a restored client’s links closed, except the dispute link', async () => {
  const app = await aRound(['ada'], { CHANGE_RECEIPTS: 'on' })
  const { api, deps, clients } = app
  const [{ id, email }] = clients as [(typeof clients)[0]]
  const token = await aLink(deps, { id, email })
  await deps.db
    .insertInto('verification_links')
    .values({
      token_hash: 'x',
      client_id: id,
      email,
      purpose: 'not_me',
      issued_at: deps.now().toISOString(),
      expires_at: '2099-01-01T00:00:00.000Z',
    })
    .execute()
  await api.delete(`${users}/${id}`)
  expect((await api.get(`/api/verify/${token}`)).status).toBe(404)
  await restore(app, id)
  expect((await api.get(`/api/verify/${token}`)).status).toBe(404)
  const open = await deps.db
    .selectFrom('verification_links')
    .select('purpose')
    .where('revoked_at', 'is', null)
    .execute()
  expect(open).toEqual([{ purpose: 'not_me' }])
})

test('sends no waiting email after a client is deleted and restored', async () => {
  const app = await aRound(['ada'])
  const { api, clients } = app
  await untilSent(app)
  await answer(app, 0)
  mailed(app)
  await app.deps.sender.stop()
  const [{ id }] = clients as [(typeof clients)[0]]
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' }).catch(() => {})
  expect((await api.get(`${users}/${id}`)).body.status).toBe('pending')
  await api.delete(`${users}/${id}`)
  await restore(app, id)
  // The canceled request had reset the status.
  expect((await api.get(`${users}/${id}`)).body.status).toBe('confirmed')
  await app.deps.sender.start()
  await untilSent(app)
  expect(mailed(app)).toEqual([])
})

test('refuses to restore into a number taken meanwhile and says by whom', async () => {
  const app = await startTestApp()
  const old = await aClient(app.deps, { client_number: 'K-7' })
  const other = await aClient(app.deps)
  await app.api.post(`${users}/delete`, { ids: [old.id, other.id] })
  await aClient(app.deps, { client_number: 'K-7', first_name: 'Ann', last_name: 'Lee' })
  const refused = await restore(app, old.id)
  expect(refused).toMatchObject({ status: 409 })
  expect(refused.body.message).toContain('Client number K-7 now belongs to Ann Lee.')
  const [{ deleted_at }] = (await app.api.get(trash)).body.clients
  const { body } = await app.api.post(`${trash}/restore`, { deletedAt: deleted_at })
  expect(body).toMatchObject({ restored: 1, refused: [{ name: "Esperanza O'Brien" }] })
  expect((await app.api.get(trash)).body).toMatchObject({ clients: [{ client_id: old.id }] })
})

test('refuses to restore into a number that is just being taken', async () => {
  const app = await startTestApp()
  const { db, now } = app.deps
  const { id } = await aClient(app.deps, { client_number: 'K-7' })
  await app.api.delete(`${users}/${id}`)
  const at = now().toISOString()
  const { restoring } = await transact(db, async (tx) => {
    const input = clientInput({ client_number: 'K-7' })
    await insertClient(tx, { ...input, last_updated: at, created_at: at })
    const restoring = restore(app, id)
    await awaitBlocked(db)
    return { restoring }
  })
  expect((await restoring).body.message).toContain('Client number K-7 now belongs to')
})

test('restores a client whose template is gone with the default template', async () => {
  const app = await startTestApp()
  const { id } = await aClient(app.deps, { group_template: 'BigClients' })
  await app.api.delete(`${users}/${id}`)
  expect((await app.api.delete('/api/admin/email-templates/BigClients')).status).toBe(200)
  expect((await restore(app, id)).body).toMatchObject({ restored: 1, regrouped: 1 })
  const { body } = await app.api.get(`${users}/${id}`)
  expect(body).toMatchObject({ group_template: 'GeneralClients' })
})

test('gives a restored client defaults for columns added since the deletion', async () => {
  const app = await startTestApp()
  const { id } = await aClient(app.deps)
  await app.api.delete(`${users}/${id}`)
  await sql`update trashed_clients set client = client - 'mail_to_by' - 'language'`.execute(
    app.deps.db,
  )
  await restore(app, id)
  expect((await app.api.get(`${users}/${id}`)).body).toMatchObject({
    mail_to_by: 'office',
    language: '',
  })
})

test('lists the trash by deletion and restores 1,500 clients at once', {
  tags: 'heavy',
}, async () => {
  const app = await startTestApp()
  const { api, deps } = app
  const first = await aClient(deps, { last_name: 'Müller' })
  await api.delete(`${users}/${first.id}`)
  for (let n = 0; n < 1500; n += 250)
    await Promise.all(Array.from({ length: 250 }, () => aClient(deps)))
  const filter = { status: 'all' }
  await api.post(`${users}/delete`, { filter, total: 1500 })
  const { body } = await api.get(`${trash}?limit=100`)
  expect(body).toMatchObject({ total: 1501 })
  expect(body.clients[0]).toMatchObject({ together: 1500, deleted_by: 'admin@example.com' })
  const found = (await api.get(`${trash}?search=mueller`)).body
  expect(found).toMatchObject({ total: 1, clients: [{ client_id: first.id, together: 1 }] })
  const { deleted_at } = body.clients[0]
  expect((await api.get(`${trash}?deletedAt=${deleted_at}`)).body).toMatchObject({ total: 1500 })
  const reply = await api.post(`${trash}/restore`, { deletedAt: deleted_at })
  expect(reply.body).toEqual({ restored: 1500, regrouped: 0, refused: [] })
  expect((await api.get(users)).body).toMatchObject({ total: 1500 })
})

test('deletes a client for good once the full name is typed', async () => {
  const app = await startTestApp()
  const { api, deps } = app
  const { id } = await aClient(deps)
  await api.upload(`${users}/${id}/attachments`, {}, new File(['the deed'], 'deed.txt'))
  await api.delete(`${users}/${id}`)
  await removeFiles(deps)
  expect(await storedKeys(deps.store)).toHaveLength(1)
  expect(await deleteNow(app, id, 'Esperanza')).toMatchObject({ status: 400 })
  expect(await deleteNow(app, id, " esperanza  O'Brien")).toMatchObject({ status: 200 })
  await removeFiles(deps)
  expect(await storedKeys(deps.store)).toEqual([])
  expect(await restore(app, id)).toMatchObject({ status: 404 })
  expect((await api.get(`${trash}/${id}`)).status).toBe(404)
  expect((await api.get('/api/security-log')).body.entries[0]).toMatchObject({
    event: 'client-removed',
    detail: expect.stringContaining('Esperanza'),
  })
})

test('removes clients for good after 30 days', async () => {
  const app = await startTestApp()
  const { api, deps } = app
  const { id } = await aClient(deps)
  await api.upload(`${users}/${id}/attachments`, {}, new File(['the deed'], 'deed.txt'))
  await api.delete(`${users}/${id}`)
  await app.pass(30 * DAY_MS - 60_000)
  await emptyTrash(deps)
  expect((await app.api.get(`${trash}/${id}`)).status).toBe(200)
  await app.pass(60_000)
  expect(await restore(app, id)).toMatchObject({ status: 404 })
  await emptyTrash(deps)
  expect((await app.api.get(`${trash}/${id}`)).status).toBe(404)
  await removeFiles(deps)
  expect(await storedKeys(deps.store)).toEqual([])
})
