import { expect, test } from 'vitest'
import { aRound, type Round, untilSent } from '../../../testing/a-round.ts'
import { aLink, clientInput } from '../../../testing/make.ts'

const users = '/api/admin/users'
const { client_number: _, group_template: __, ...details } = clientInput()
type Client = Round['clients'][0]

/** Two clients, the second of whom has changed the address by a link. */
async function anAnswered({ sent }: { sent: boolean }) {
  const app = await aRound(['ada', 'bob'], { CHANGE_RECEIPTS: 'on' })
  const { api, deps, sink } = app
  const [kept, other] = app.clients as [Client, Client]
  await untilSent(app)
  if (!sent) await deps.sender.stop()
  const token = await aLink(deps, other)
  const moved = { ...details, email: other.email, city: 'Salem', zip_code: '01970' }
  await api.post(`/api/verify/${token}`, { ...moved, action: 'update' })
  if (sent) await untilSent(app)
  const now = async ({ id }: Client) => (await api.get(`${users}/${id}`)).body
  const merge = async () =>
    api.post(`${users}/${kept.id}/merge`, {
      other: other.id,
      last_updated: (await now(kept)).last_updated,
      other_last_updated: (await now(other)).last_updated,
    })
  const undo = () => api.post(`${users}/${other.id}/restore`)
  /** By the link in the receipt. */
  const dispute = async () => {
    const texts = sink.received.map(({ mail }) => mail.text ?? '').join()
    const [, link] = /\/not-me\/([\w-]+)/.exec(texts) ?? []
    return api.post(`/api/not-me/${link}`)
  }
  const send = async () => {
    await deps.sender.start()
    await untilSent(app)
  }
  return { merge, undo, dispute, send, now, kept, other }
}

test('gives the link that disputes an answer back with its client', async () => {
  const { merge, undo, dispute, now, kept, other } = await anAnswered({ sent: true })
  expect((await merge()).status).toBe(200)
  expect((await undo()).status).toBe(200)
  expect((await dispute()).status).toBe(200)
  expect((await now(other)).disputed_at).not.toBeNull()
  expect((await now(kept)).disputed_at).toBeNull()
})

test('sends a receipt that waited during a merge', async () => {
  const { merge, dispute, send, now, kept } = await anAnswered({ sent: false })
  await merge()
  await send()
  expect((await dispute()).status).toBe(200)
  expect((await now(kept)).disputed_at).not.toBeNull()
})

test('sends a receipt that waited until the merge was undone', async () => {
  const { merge, undo, dispute, send, now, kept, other } = await anAnswered({ sent: false })
  await merge()
  expect((await undo()).status).toBe(200)
  await send()
  expect((await dispute()).status).toBe(200)
  expect((await now(other)).disputed_at).not.toBeNull()
  expect((await now(kept)).disputed_at).toBeNull()
})
