import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { awaitBlocked } from '../../../testing/await-blocked.ts'
import { aClient } from '../../../testing/make.ts'
import { openSmtpSink } from '../../../testing/smtp-sink.ts'
import { startTestApp } from '../../../testing/start-test-app.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { lockClient, removeClients, updateClient } from '../records/clients.ts'
import { hashToken } from '../secret-key.ts'
import { claimLetters } from './claims.ts'
import { extendLeases, reclaimExpired, releaseMessages, settleMessages } from './ledger.ts'
import { cancelUnsentOf, cancelUnsentTo, detachMessages } from './messages.ts'

const bulk = '/api/admin/bulk-send-emails'

/** Confirms all pending clients between a mailing's two statements, as another connection would. */
async function answerMeanwhile({ db }: Deps) {
  await sql`
    create function answer_meanwhile() returns trigger language plpgsql as $$
    begin update clients set status = 'confirmed' where status = 'pending'; return null; end $$`.execute(
    db,
  )
  await sql`
    create trigger meanwhile after insert on messages execute function answer_meanwhile()`.execute(
    db,
  )
  onTestFinished(async () => {
    await sql`drop function answer_meanwhile cascade`.execute(db)
  })
}

/** One message in flight that no sender holds. */
async function aMessageInFlight() {
  // Nothing listens there, so the circuit opens.
  const app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const { api, deps } = app
  const client = await aClient(deps)
  await api.post(bulk, { statusFilter: 'all' })
  await deps.sender.stop()
  const at = deps.now().toISOString()
  const claimedBy = randomUUID()
  const [message] = await claimLetters(deps.db, {
    claimedBy,
    most: 1,
    at,
    leaseMs: -1,
    linkDays: 30,
    timeZone: 'UTC',
  })
  const state = async () =>
    (await deps.db.selectFrom('messages').select(['state', 'settled_at']).executeTakeFirstOrThrow())
      .state
  const { id, claim_id } = message!
  const claim = { ids: [id], claim_id }
  const putOff = {
    ...claim,
    state: 'queued' as const,
    smtp_response: null,
    error: 'later',
    next_attempt_at: at,
    counted: true,
    in_doubt: false,
    provider: 'host',
  }
  return { ...app, client, id, claim, putOff, at, state }
}

async function aMessageWithoutClient() {
  const message = await aMessageInFlight()
  await message.api.delete(`/api/admin/users/${message.client.id}`)
  return message
}

test('cancels a deferred mail whose client was deleted', async () => {
  const { deps, putOff, at, state } = await aMessageWithoutClient()
  expect(await state()).toBe('sending')
  await settleMessages(deps.db, [putOff], at)
  expect(await state()).toBe('canceled')
})

test('cancels a deferred mail whose mailing was just canceled', async () => {
  const { deps, putOff, at, state } = await aMessageInFlight()
  const settled = await transact(deps.db, async (tx) => {
    await cancelUnsentOf(tx, 1, at)
    const settling = settleMessages(deps.db, [putOff], at)
    await awaitBlocked(deps.db)
    return { settling }
  })
  await settled.settling
  expect(await state()).toBe('canceled')
})

test('cancels a deferred mail whose client just answered', async () => {
  const { deps, client, putOff, at, state } = await aMessageInFlight()
  const settled = await transact(deps.db, async (tx) => {
    await cancelUnsentTo(tx, client.id, at)
    const settling = settleMessages(deps.db, [putOff], at)
    await awaitBlocked(deps.db)
    return { settling }
  })
  await settled.settling
  expect(await state()).toBe('canceled')
})

test('cancels released and expired mails without a client', async () => {
  const { deps, claim, at, state } = await aMessageWithoutClient()
  await releaseMessages(deps.db, [claim], at)
  expect(await state()).toBe('canceled')
  await deps.db.updateTable('messages').set({ state: 'sending', lease_until: at }).execute()
  await reclaimExpired(deps.db, { now: later(at), begun: 1 })
  expect(await state()).toBe('canceled')
})

test('records that a mail was accepted after its client was deleted', async () => {
  const { deps, claim, at, state } = await aMessageWithoutClient()
  const tried = {
    ...claim,
    smtp_response: 'OK',
    error: null,
    next_attempt_at: null,
    counted: true,
    in_doubt: false,
    provider: 'host',
  }
  await settleMessages(deps.db, [{ ...tried, state: 'accepted' }], at)
  expect(await state()).toBe('accepted')
})

test('mails the new address if it is corrected during the claim', async () => {
  const app = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const { api, deps } = app
  const client = await aClient(deps, { email: 'wrong@example.com' })
  await api.post(bulk, { statusFilter: 'all' })
  await deps.sender.stop()
  const at = deps.now().toISOString()
  const claim = () =>
    claimLetters(deps.db, {
      claimedBy: randomUUID(),
      most: 1,
      at,
      leaseMs: -1,
      linkDays: 30,
      timeZone: 'UTC',
    })
  const { claiming } = await transact(deps.db, async (tx) => {
    await lockClient(tx, client.id)
    await updateClient(tx, client.id, {
      email: 'right@example.com',
      mail_to: 'right@example.com',
    })
    const claiming = claim()
    await sleep(200)
    return { claiming }
  })
  // The claim that finds the client unlocked gets the message.
  const taken = [...(await claiming), ...(await claim())]
  expect(taken.map(({ email }) => email)).toEqual(['right@example.com'])
  const links = await deps.db
    .selectFrom('verification_links')
    .select('email')
    .where('token_hash', '=', hashToken(taken[0]!.token))
    .execute()
  expect(links).toEqual([{ email: 'right@example.com' }])
})

test('keeps an answer given while pending clients are emailed', async () => {
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  const { api, deps } = await startTestApp({ SMTP_URL: sink.url })
  const { id } = await aClient(deps)
  await answerMeanwhile(deps)
  const { body } = await api.post(bulk, { statusFilter: 'pending' })
  expect(body).toMatchObject({ totalUsers: 0, updatedCount: 0 })
  expect((await api.get(`/api/admin/users/${id}`)).body.status).toBe('confirmed')
  expect(sink.received).toEqual([])
})

test('mails the other clients if one is deleted during the claim', async () => {
  let busy = true
  const sink = await openSmtpSink({ refuse: () => (busy ? '451 4.2.1 Later' : undefined) })
  onTestFinished(() => sink.close())
  const { api, deps, clock } = await startTestApp({ SMTP_URL: sink.url })
  const [gone] = [await aClient(deps), await aClient(deps, { email: 'stays@example.com' })]
  await api.post(bulk, { statusFilter: 'all' })
  busy = false
  await transact(deps.db, async (tx) => {
    await lockClient(tx, gone.id)
    clock.ahead = 61_000
    deps.sender.wake()
    await sleep(300)
    await detachMessages(tx, [gone.id], deps.now().toISOString())
    await removeClients(tx, [gone.id])
  })
  await expect.poll(() => sink.received.map(({ to }) => to)).toEqual(['stays@example.com'])
})

test('keeps an answer given while a mailing is made', async () => {
  const sink = await openSmtpSink()
  onTestFinished(() => sink.close())
  const { api, deps } = await startTestApp({ SMTP_URL: sink.url })
  const asked = await aClient(deps, { status: 'confirmed' })
  const other = await aClient(deps)
  await answerMeanwhile(deps)
  const { body } = await api.post(bulk, { statusFilter: 'confirmed' })
  expect(body).toMatchObject({ totalUsers: 1, updatedCount: 1 })
  expect((await api.get(`/api/admin/users/${asked.id}`)).body.status).toBe('pending')
  expect((await api.get(`/api/admin/users/${other.id}`)).body.status).toBe('confirmed')
})

/** A time at which every lease taken at `at` has expired. */
const later = (at: string) => new Date(Date.parse(at) + 60_000).toISOString()

test('marks only the first mails of a dead process as maybe sent', async () => {
  const { api, deps } = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  for (let n = 0; n < 6; n++) await aClient(deps, { email: `c${n}@example.com` })
  await api.post(bulk, { statusFilter: 'all' })
  await deps.sender.stop()
  const at = deps.now().toISOString()
  const claimedBy = randomUUID()
  const take = (most: number) =>
    claimLetters(deps.db, {
      claimedBy,
      most,
      at,
      leaseMs: -1,
      linkDays: 30,
      timeZone: 'UTC',
    })
  const first = await take(3)
  await take(3)
  expect(await reclaimExpired(deps.db, { now: later(at), begun: 2 })).toBe(6)
  const marked = await deps.db
    .selectFrom('messages')
    .select('id')
    .where('in_doubt', '=', true)
    .execute()
  expect(marked.map(({ id }) => id).sort()).toEqual([first[0]!.id, first[1]!.id].sort())
})

test('ignores outcome, release and renewal of a lost claim', async () => {
  const { api, deps } = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await aClient(deps)
  await api.post(bulk, { statusFilter: 'all' })
  await deps.sender.stop()
  const at = deps.now().toISOString()
  const claimedBy = randomUUID()
  const take = async () => {
    const claim = {
      claimedBy,
      most: 1,
      at,
      leaseMs: -1,
      linkDays: 30,
      timeZone: 'UTC',
    }
    const [{ id, claim_id } = { id: 0, claim_id: 0 }] = await claimLetters(deps.db, claim)
    return { ids: [id], claim_id }
  }
  const first = await take()
  await reclaimExpired(deps.db, { now: later(at), begun: 1 })
  const second = await take()
  expect(second.ids).toEqual(first.ids)

  const row = () => deps.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow()
  const before = await row()
  const told = { error: null, smtp_response: 'OK', next_attempt_at: at }
  const tried = { ...told, counted: true, in_doubt: false, provider: 'host' }
  for (const state of ['accepted', 'failed', 'queued'] as const) {
    await settleMessages(deps.db, [{ ...first, ...tried, state }], at)
  }
  await releaseMessages(deps.db, [first], at)
  expect(await extendLeases(deps.db, [first], 30_000)).toEqual(new Set())
  expect(await row()).toEqual(before)

  expect(await extendLeases(deps.db, [second], 30_000)).toEqual(new Set([second.claim_id]))
  await settleMessages(deps.db, [{ ...second, ...tried, state: 'accepted' }], at)
  expect(await row()).toMatchObject({ state: 'accepted', provider: 'host' })
})

test('reclaims no message under a lease when its clock is ahead', async () => {
  const { deps, claim, state } = await aMessageInFlight()
  await extendLeases(deps.db, [claim], 30_000)
  const inAnHour = new Date(deps.now().getTime() + 60 * 60_000).toISOString()
  expect(await reclaimExpired(deps.db, { now: inAnHour, begun: 1 })).toBe(0)
  expect(await state()).toBe('sending')
})
