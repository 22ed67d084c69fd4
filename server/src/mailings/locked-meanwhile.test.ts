import { expect, test } from 'vitest'
import { awaitBlocked } from '../../../testing/await-blocked.ts'
import { aClient } from '../../../testing/make.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import type { Tx } from '../db/schema.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import { requeueFailed } from '../delivery/ledger.ts'
import { failBounced } from '../delivery/mailbox/bounced-messages.ts'
import { cancelUnsentOf } from '../delivery/messages.ts'
import { lockClient, updateClient } from '../records/clients.ts'
import { endMailings } from './cancel-mailing.ts'
import { makeMailing } from './make-mailing.ts'
import { keepCounts, markCanceled } from './queries.ts'

/** A client with `count` emails, each of which replaced the one before. Nothing is sent. */
async function emailed(count: number) {
  // Nothing listens there, so the circuit opens.
  const { api, deps } = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const { db } = deps
  const { id } = await aClient(deps)
  for (let n = 0; n < count; n++) await api.post(`/api/admin/resend-email/${id}`)
  await deps.sender.stop()
  const author = { adminEmail: 'ada@example.com', at: deps.now().toISOString() }
  const make = async (tx: Tx, of: { ids: number[] } | { failedIn: number }) => {
    const kind = 'ids' in of ? 'resend' : 'retry'
    await makeMailing(tx, deps.config, { kind, selection: of, author })
  }
  const setAll = (state: 'accepted' | 'failed') =>
    db.updateTable('messages').set({ state, settled_at: author.at }).execute()
  const states = async () =>
    (await db.selectFrom('messages').select('state').orderBy('id').execute()).map((m) => m.state)
  /** Begins `next` while the transaction of `first` is still open. */
  const during = async (first: (tx: Tx) => Promise<unknown>, next: () => Promise<unknown>) => {
    const { begun } = await transact(db, async (tx) => {
      await first(tx)
      const begun = next()
      await awaitBlocked(db)
      return { begun }
    })
    await begun
  }
  const requeue = () =>
    requeueFailed(db, [1], { error: 'Not today', at: author.at, next: author.at })
  return { api, deps, id, author, make, setAll, states, during, requeue }
}

test('returns no replaced letter while the client is emailed again', async () => {
  const { deps, id, author, make, states, during } = await emailed(2)
  await transact(deps.db, async (tx) => {
    await markCanceled(tx, 2, author)
    await cancelUnsentOf(tx, 2, author.at)
  })
  const resend = async (tx: Tx) => {
    await lockClient(tx, id)
    await make(tx, { ids: [id] })
  }
  await during(resend, () => endMailings(deps))
  expect(await states()).toEqual(['canceled', 'canceled', 'queued'])
})

test('requeues no failed mail of a client who is just answering', async () => {
  const { id, setAll, states, during, requeue } = await emailed(1)
  await setAll('failed')
  const answer = async (tx: Tx) => {
    await lockClient(tx, id)
    await updateClient(tx, id, { status: 'confirmed' })
  }
  await during(answer, requeue)
  expect(await states()).toEqual(['failed'])
})

test('requeues no failed mail while a retry of it is made', async () => {
  const { make, setAll, states, during, requeue } = await emailed(1)
  await setAll('failed')
  const retry = async (tx: Tx) => {
    await lockBulkWriters(tx)
    await make(tx, { failedIn: 1 })
  }
  await during(retry, requeue)
  expect(await states()).toEqual(['failed', 'queued'])
})

test('keeps no counts from before a bounce', async () => {
  const { api, deps, author, setAll, during } = await emailed(1)
  await setAll('accepted')
  const bounce = (tx: Tx) => failBounced(tx, [{ id: 1, error: 'Gone', at: author.at }])
  await during(bounce, () => keepCounts(deps.bulkDb, [1]))
  const { body } = await api.get('/api/admin/mailings/1')
  expect(body).toMatchObject({ emailsSent: 0, emailsFailed: 1 })
})
