import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { answer, aRound, DAY_MS } from '../../../testing/a-round.ts'
import { csv, importFile, quietly, row } from '../../../testing/import-file.ts'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { undo } from '../../../testing/undo-import.ts'

const users = '/api/admin/users'

const storyOf = async ({ api }: Pick<TestApp, 'api'>, id: number, query = '') =>
  (await api.get(`${users}/${id}/timeline${query}`)).body

test('lists a client’s entries, the newest first', async () => {
  const app = await aRound(['ann'])
  const { api, deps } = app
  const { id, email } = app.clients[0]!
  const step = async (url: string, body: object) =>
    expect((await api.post(url, body)).status).toBe(200)
  await step('/api/admin/rounds/1/calls', { client_id: id, outcome: 'no_answer', note: 'Noon' })
  await step(`${users}/${id}/notes`, { text: 'Call her at work' })
  await api.put(`${users}/${id}`, { city: 'Salem' })
  await step(`/api/verify/${await aLink(deps, { id, email })}/opened`, {})
  await api.upload(`${users}/${id}/attachments`, {}, new File(['%PDF-1.4'], 'trust.pdf'))
  await api.put(`${users}/${id}/excuse`, { reason: 'left', note: null })
  await api.delete(`${users}/${id}/excuse`)
  await answer(app, 0)
  const items = [{ clientId: id, answerIds: [1], setBack: ['city'], note: 'She has moved' }]
  await step('/api/admin/reviews', { items })

  const { entries, before } = await storyOf(app, id)
  expect(before).toBeNull()
  expect(entries).toMatchObject([
    { type: 'review', outcome: 'set_back', fields: ['city'], note: 'She has moved' },
    { type: 'change', by: 'admin@example.com', new: { city: 'Salem' } },
    { type: 'answer', by: null, via: 'link', result: 'updated', old: { city: 'Salem' } },
    { type: 'change', by: 'admin@example.com', new: { excused_reason: null } },
    { type: 'change', by: 'admin@example.com', new: { excused_reason: 'left' } },
    { type: 'change', action: 'file_uploaded', new: { filename: 'trust.pdf', file_size: '8' } },
    { type: 'opening', on_phone: false, by: null },
    { type: 'change', action: 'updated', old: { city: 'Boston' }, new: { city: 'Salem' } },
    { type: 'note', by: 'admin@example.com', text: 'Call her at work', struck_at: null },
    { type: 'call', by: 'admin@example.com', outcome: 'no_answer', note: 'Noon', round: { id: 1 } },
    {
      type: 'email',
      by: 'admin@example.com',
      kind: 'bulk',
      email,
      state: 'accepted',
      template_version: 1,
      provider: '127.0.0.1',
      round: { id: 1 },
    },
  ])
  const kinds = async (kind: string) =>
    (await storyOf(app, id, `?kind=${kind}`)).entries.map(({ type }: { type: string }) => type)
  expect(await kinds('answers')).toEqual(['review', 'answer'])
  expect(await kinds('emails')).toEqual(['opening', 'email'])
  expect(await kinds('calls')).toEqual(['call'])
  expect(await kinds('notes')).toEqual(['change', 'note'])
  expect(await kinds('edits')).toEqual(['change', 'change', 'change', 'change'])
})

test('lists an answer by phone once, with the office’s own fields', async () => {
  const app = await startTestApp()
  await app.pass(3 * DAY_MS)
  const { id } = await aClient(app.deps, { status: 'confirmed' })
  await app.api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const { last_updated, ...client } = (await app.api.get(`${users}/${id}`)).body
  const { status: _, ...fields } = client
  const given = { city: 'Salem', group_template: 'BigClients' }
  const { status } = await app.api.post(`${users}/${id}/answers`, {
    ...fields,
    ...given,
    last_updated,
    via: 'phone',
    note: 'She called',
  })
  expect(status).toBe(200)
  const { entries } = await storyOf(app, id)
  expect(entries).toMatchObject([
    {
      type: 'answer',
      via: 'phone',
      by: 'admin@example.com',
      note: 'She called',
      old: { city: 'Boston', group_template: 'GeneralClients' },
      new: given,
    },
    { type: 'email', state: 'accepted', provider: 'outbox' },
  ])
  expect(entries[0].old).not.toHaveProperty('status')
})

test('names an import’s file and row, and its undo', async () => {
  const app = await startTestApp()
  await importFile(app, csv(row('1'), row('2')), quietly)
  const importId = randomUUID()
  const file = csv(row('3'), row('2', { city: 'Salem' }))
  await importFile(app, file, { ...quietly, importId })
  const { users: all } = (await app.api.get(`${users}`)).body
  const { id } = all.find(({ client_number }: { client_number: string }) => client_number === '2')
  await undo(app, importId)
  const of = { file_name: 'clients.csv', id: importId }
  const { entries } = await storyOf(app, id)
  expect(entries).toMatchObject([
    { type: 'change', new: { city: 'Boston' }, import: { ...of, row: null } },
    { type: 'change', new: { city: 'Salem' }, import: { ...of, row: 3 } },
    { type: 'change', action: 'created', new: {}, import: { file_name: 'clients.csv', row: 3 } },
  ])
})

test('says how many records were removed, and by whom', async () => {
  const app = await startTestApp()
  const { id } = await aClient(app.deps)
  for (const city of ['Salem', 'Lynn', 'Boston']) await app.api.put(`${users}/${id}`, { city })
  const changes = (await app.api.get(`${users}/${id}/audit-logs`)).body
  const ids = changes.slice(1).map((change: { id: number }) => change.id)
  await app.api.post('/api/admin/audit-logs/delete', { ids })
  expect((await storyOf(app, id)).entries).toMatchObject([
    {
      type: 'removal',
      by: 'admin@example.com',
      count: 2,
      first_at: changes[2].timestamp,
      last_at: changes[1].timestamp,
    },
    { type: 'change', new: { city: 'Boston' } },
  ])
})

test('keeps a deleted client’s timeline and accepts notes in the trash', async () => {
  const app = await startTestApp()
  const { id } = await aClient(app.deps)
  await app.api.post(`${users}/${id}/notes`, { text: 'Moved away' })
  await app.api.delete(`${users}/${id}`)
  expect((await storyOf(app, id)).entries).toMatchObject([
    { type: 'change', action: 'deleted', old: {}, by: 'admin@example.com' },
    { type: 'note', text: 'Moved away' },
  ])
  expect((await app.api.post(`${users}/${id}/notes`, { text: 'More' })).status).toBe(200)
  expect((await storyOf(app, id)).entries[0]).toMatchObject({ type: 'note', text: 'More' })
  const payload = { name: "Esperanza O'Brien" }
  await app.send('DELETE', `/api/admin/trash/${id}`, { payload })
  expect((await app.api.post(`${users}/${id}/notes`, { text: 'Late' })).status).toBe(404)
})

test('pages through a long timeline without a gap or a repeat', async () => {
  const app = await startTestApp()
  const { id } = await aClient(app.deps)
  const { db, now } = app.deps
  const start = now().getTime()
  // Every seventh time the clock is set back.
  const at = (n: number) => new Date(start + (n % 7 === 0 ? -n : n) * 1000).toISOString()
  for (let n = 0; n < 130; n++) {
    const note = { client_id: id, at: at(n), admin_email: 'a@example.com', text: `${n}` }
    const change = {
      action: 'updated',
      old_data: '{"city":"A"}',
      new_data: '{"city":"B"}',
    } as const
    if (n % 2) await db.insertInto('notes').values(note).execute()
    else
      await db
        .insertInto('changes')
        .values({ ...change, client_id: id, admin_email: null, timestamp: at(n) })
        .execute()
  }
  const seen: string[] = []
  let pages = 0
  for (let before: string | null = ''; before !== null; pages++) {
    const page = await storyOf(app, id, before && `?before=${before}`)
    if (pages === 0) {
      await app.api.post('/api/admin/rounds', { name: 'Spring', due_on: '2099-12-31' })
      await app.api.post('/api/admin/rounds/1/calls', { client_id: id, outcome: 'no_answer' })
      await app.api.post(`${users}/${id}/notes`, { text: 'Meanwhile' })
    }
    expect(page.entries.length).toBeLessThanOrEqual(50)
    seen.push(...page.entries.map((e: { type: string; id: number }) => `${e.type} ${e.id}`))
    before = page.before
  }
  expect(pages).toBe(3)
  expect(new Set(seen).size).toBe(130)
  expect(seen).toHaveLength(130)
  for (const bad of ['%00', 'x', Buffer.from('{"note":"1"}').toString('base64url')])
    expect((await app.api.get(`${users}/${id}/timeline?before=${bad}`)).status).toBe(400)
})

test('lets the author edit a note for an hour, and anybody strike it out', async () => {
  const app = await startTestApp()
  const { id } = await aClient(app.deps)
  const text = `<b>"Bold"</b> & ${'x'.repeat(9_000)}\n\u202eLine`
  const { body: note } = await app.api.post(`${users}/${id}/notes`, { text: `  ${text}  ` })
  expect(note).toMatchObject({ text, by: 'admin@example.com', edited_at: null, struck_at: null })
  for (const bad of [' \n ', 'x'.repeat(10_001), 'a\0b', 7, null])
    expect((await app.api.post(`${users}/${id}/notes`, { text: bad })).status).toBe(400)

  const url = `/api/admin/notes/${note.id}`
  expect(await app.api.put(url, { text: 'Short' })).toMatchObject({
    body: { text: 'Short', edited_at: expect.any(String) },
  })
  await app.deps.db.updateTable('notes').set({ admin_email: 'other@example.com' }).execute()
  expect(await app.api.put(url, { text: 'Mine' })).toMatchObject({ status: 403 })
  await app.deps.db.updateTable('notes').set({ admin_email: 'admin@example.com' }).execute()
  await app.pass(60 * 60 * 1000 + 1000)
  expect(await app.api.put(url, { text: 'Late' })).toMatchObject({ status: 409 })

  const struck = (await app.api.delete(url)).body
  expect(struck).toMatchObject({ text: 'Short', struck_by: 'admin@example.com' })
  await app.pass(1000)
  expect((await app.api.delete(url)).body).toEqual(struck)
  expect(await app.api.put('/api/admin/notes/999', { text: 'No' })).toMatchObject({ status: 404 })
})

test('sends no note to the client', async () => {
  const app = await aRound(['ann'])
  const { id, email } = app.clients[0]!
  await app.api.post(`${users}/${id}/notes`, { text: 'Secret remark' })
  const link = await app.api.get(`/api/verify/${await aLink(app.deps, { id, email })}`)
  await app.api.post(`/api/admin/resend-email/${id}`)
  await expect.poll(() => app.sink.received.length).toBeGreaterThan(0)
  expect(JSON.stringify([link.body, app.sink.received])).not.toContain('Secret remark')
  expect(clientInput()).not.toHaveProperty('notes')
})
