import { expect, test } from 'vitest'
import { answer, aRound, type Round } from '../../../testing/a-round.ts'
import { aClient } from '../../../testing/make.ts'
import { client, merge, rows, undo } from '../../../testing/merge.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'

const users = '/api/admin/users'

test('leaves an answer given after the merge with the kept client', async () => {
  const app = await aRound(['ada', 'bob'])
  const [a, b] = app.clients as [Round['clients'][0], Round['clients'][0]]
  await merge(app, a.id, b.id, { email: b.id })
  await answer({ ...app, clients: [{ ...a, email: b.email }] }, 0)
  expect((await undo(app, b.id)).status).toBe(200)
  expect(await client(app, a.id)).toMatchObject({ status: 'confirmed', email: b.email })
  expect(await client(app, b.id)).toMatchObject({ status: 'pending' })
})

test('undoes two merges, the last one first', async () => {
  const app = await startTestApp()
  const [a, b, c] = [await aClient(app.deps), await aClient(app.deps), await aClient(app.deps)]
  const before = await rows(app)
  await merge(app, a.id, b.id)
  await merge(app, c.id, a.id)
  await app.api.upload(`${users}/${c.id}/attachments`, {}, new File(['x'], 'deed.txt'))
  expect(await undo(app, b.id)).toMatchObject({ status: 409 })
  expect((await undo(app, a.id)).status).toBe(200)
  expect((await undo(app, b.id)).status).toBe(200)
  const ids = (list: typeof before) => list.map(({ id, client_number }) => `${id} ${client_number}`)
  expect(ids(await rows(app))).toEqual(ids(before))
})

test('returns each client’s own email when two merges are undone', async () => {
  const app = await aRound(['ann', 'bob', 'cid'])
  const [a, b, c] = app.clients.map(({ id }) => id) as [number, number, number]
  await merge(app, a, b, { email: b })
  await app.pass(1000)
  await merge(app, a, c, { email: c })
  const refused = await undo(app, b)
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('later') },
  })
  expect((await undo(app, c)).status).toBe(200)
  expect((await undo(app, b)).status).toBe(200)
  const emails = (await rows(app)).map(({ mail_to }) => mail_to)
  expect(emails).toEqual(['ann@example.com', 'bob@example.com', 'cid@example.com'])
})

test('changes nothing if an undo finds its client number taken', async () => {
  const app = await startTestApp()
  const a = await aClient(app.deps, { client_number: '7' })
  const b = await aClient(app.deps, { client_number: '100', last_name: 'Lee' })
  await merge(app, a.id, b.id, { last_name: b.id })
  const renumber = (client_number: string) =>
    app.api.put(`${users}/${a.id}`, { client_number }).then(({ status }) => status)
  expect(await renumber('100')).toBe(200)
  const before = await rows(app)
  const refused = await undo(app, b.id)
  expect(refused).toMatchObject({ status: 409 })
  expect(refused.body.message).toContain('Client number 100 now belongs to')
  const [trashed] = (await app.api.get('/api/admin/trash')).body.clients
  const deletedAt = trashed.deleted_at
  expect(await app.api.post('/api/admin/trash/restore', { deletedAt })).toMatchObject({
    status: 409,
  })
  expect(await rows(app)).toEqual(before)
  expect(trashed).toMatchObject({ client_id: b.id, merged_into: { id: a.id } })
  expect(await renumber('7')).toBe(200)
  expect((await undo(app, b.id)).status).toBe(200)
})
