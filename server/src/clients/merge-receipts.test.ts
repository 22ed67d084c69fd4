import { expect, test } from 'vitest'
import { aRound, type Round, untilSent } from '../../../testing/a-round.ts'
import { aLink, clientInput } from '../../../testing/make.ts'

const users = '/api/admin/users'
const { client_number: _, group_template: __, ...details } = clientInput()
type Client = Round['clients'][0]

/** Two clients: the second has changed the address by link or, if `stays`, the first the email. */
async function anAnswered({ sent, stays = false }: { sent: boolean; stays?: boolean }) {
  const app = await aRound(['ada', 'bob'], { CHANGE_RECEIPTS: 'on' })
  const { api, deps, sink } = app
  const [kept, other] = app.clients as [Client, Client]
  await untilSent(app)
  if (!sent) await deps.sender.stop()
  const token = await aLink(deps, stays ? kept : other)
  const place = { ...details, email: other.email, city: 'Salem', zip_code: '01970' }
  const moved = stays ? { ...details, email: 'thief@example.com' } : place
  await api.post(`/api/verify/${token}`, { ...moved, action: 'update' })
  if (sent) await untilSent(app)
  const now = async ({ id }: Client) => (await api.get(`${users}/${id}`)).body
  const merge = async (keep = {}) =>
    api.post(`${users}/${kept.id}/merge`, {
      other: other.id,
      keep,
      last_updated: (await now(kept)).last_updated,
      other_last_updated: (await now(other)).last_updated,
    })
  const undo = () => api.post(`${users}/${other.id}/restore`)
  /** Disputes by the link in the receipt. */
  const dispute = async () => {
    const texts = sink.received.map(({ mail }) => mail.text ?? '').join()
    const [, link] = /\/not-me\/([\w-]+)/.exec(texts) ?? []
    return api.post(`/api/not-me/${link}`)
  }
  const send = async () => {
    await deps.sender.start()
    await untilSent(app)
  }
  const end = (restore: boolean) => api.post(`${users}/${kept.id}/dispute/end`, { restore })
  return { ...app, merge, undo, dispute, send, now, kept, other, end }
}

test('returns the link that disputes an answer with its client', async () => {
  const { merge, undo, dispute, now, kept, other } = await anAnswered({ sent: true })
  expect((await merge()).status).toBe(200)
  expect((await undo()).status).toBe(200)
  expect((await dispute()).status).toBe(200)
  expect((await now(other)).disputed_at).not.toBeNull()
  expect((await now(kept)).disputed_at).toBeNull()
})

test('sends a receipt that was waiting during a merge', async () => {
  const { merge, dispute, send, now, kept } = await anAnswered({ sent: false })
  await merge()
  await send()
  expect((await dispute()).status).toBe(200)
  expect((await now(kept)).disputed_at).not.toBeNull()
})

test('sends a receipt that was waiting until the merge was undone', async () => {
  const { merge, undo, dispute, send, now, kept, other } = await anAnswered({ sent: false })
  await merge()
  expect((await undo()).status).toBe(200)
  await send()
  expect((await dispute()).status).toBe(200)
  expect((await now(other)).disputed_at).not.toBeNull()
  expect((await now(kept)).disputed_at).toBeNull()
})

test('reopens a dispute if the undo returns the disputed values', async () => {
  const { merge, undo, dispute, end, now, kept, other, api } = await anAnswered({ sent: true })
  await merge()
  await dispute()
  expect((await end(true)).status).toBe(200)
  expect((await undo()).status).toBe(200)
  expect((await now(kept)).disputed_at).toBeNull()
  expect((await now(other)).disputed_at).not.toBeNull()
  await api.post(`${users}/${other.id}/dispute/end`, { restore: true })
  expect(await now(other)).toMatchObject({ city: 'Boston', disputed_at: null, status: 'pending' })
})

test('returns a disputed email to the kept client, but sends no mail there', async () => {
  const app = await anAnswered({ sent: true, stays: true })
  const { api, deps, sink, merge, undo, dispute, end, send, now, kept, other } = app
  expect((await merge({ email: other.id })).status).toBe(200)
  await dispute()
  expect((await end(true)).status).toBe(200)
  await deps.sender.stop()
  sink.received.length = 0
  await api.post(`/api/admin/resend-email/${kept.id}`)
  expect((await undo()).status).toBe(200)
  expect((await now(kept)).disputed_at).not.toBeNull()
  await send()
  expect(sink.received).toEqual([])
  expect((await now(other)).disputed_at).toBeNull()
  expect((await end(true)).status).toBe(200)
  expect(await now(kept)).toMatchObject({ email: kept.email, mail_to: kept.email })
})

test('returns no value that the office has set back since the merge', async () => {
  const { merge, undo, now, kept, other, api } = await anAnswered({ sent: true })
  await merge({ city: other.id, zip_code: other.id })
  const { reviews } = (await api.get('/api/admin/reviews')).body
  const [{ clientId, answerIds }] = reviews
  const items = [{ clientId, answerIds, setBack: ['city'], note: null }]
  expect((await api.post('/api/admin/reviews', { items })).status).toBe(200)
  expect(await now(kept)).toMatchObject({ city: 'Boston', has_changes: false })
  expect((await undo()).status).toBe(200)
  expect(await now(other)).toMatchObject({ city: 'Boston', zip_code: '02134', has_changes: false })
})
