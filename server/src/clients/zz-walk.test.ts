// @module-tag heavy
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { csv, importFile, row } from '../../../testing/import-file.ts'
import { aClient, aLink, clientInput } from '../../../testing/make.ts'
import { startTestApp, type TestApp } from '../../../testing/start-test-app.ts'
import { storiesOf } from '../records/merges.ts'
import { IS_OPEN } from '../records/reviews.ts'
import { findOpenRound } from '../rounds/queries.ts'
import { listStates } from '../rounds/round-rows.ts'
import { hashToken } from '../secret-key.ts'

const users = '/api/admin/users'
const who = fc.nat(4)
const ACTS = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('delete' as const), who }),
    fc.record({ act: fc.constant('restore' as const), who }),
    fc.record({ act: fc.constant('restore' as const), who }),
    fc.record({ act: fc.constant('merge' as const), who, other: who }),
    fc.record({ act: fc.constant('merge' as const), who, other: who }),
    fc.record({ act: fc.constant('answer' as const), who, moves: fc.boolean() }),
    fc.record({ act: fc.constant('answer' as const), who, moves: fc.boolean() }),
    fc.record({ act: fc.constant('dispute' as const), which: fc.nat(9) }),
    fc.record({ act: fc.constant('dispute' as const), which: fc.nat(9) }),
    fc.record({ act: fc.constant('review' as const), who, goesBack: fc.boolean() }),
    fc.record({ act: fc.constant('import' as const), who }),
    fc.record({ act: fc.constant('create' as const), who }),
    fc.record({ act: fc.constant('send' as const) }),
  ),
  { minLength: 3, maxLength: 14 },
)
type Act = typeof ACTS extends fc.Arbitrary<(infer A)[]> ? A : never

let moves = 0

async function walk(app: TestApp, acts: Act[]) {
  const { api, deps } = app
  const clients: { id: number; client_number: string }[] = []
  for (let n = 0; n < 5; n++) clients.push(await aClient(deps, { client_number: randomUUID() }))
  await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
  const at = (n: number) => clients[n]!
  const now = async (n: number) => (await api.get(`${users}/${at(n).id}`)).body
  const lost = () =>
    holdsTogether(
      app,
      clients.map(({ id }) => id),
    )
  const receipts: Receipt[] = []
  for (const step of acts) {
    if (step.act === 'delete') await api.delete(`${users}/${at(step.who).id}`)
    if (step.act === 'restore') await api.post(`${users}/${at(step.who).id}/restore`)
    if (step.act === 'send') await api.post('/api/admin/bulk-send-emails', { statusFilter: 'all' })
    if (step.act === 'import')
      await importFile(app, csv(row(at(step.who).client_number, { first: 'Esperanza' })), {
        importId: randomUUID(),
        send: 'true',
      })
    if (step.act === 'create')
      await api.post(users, clientInput({ client_number: at(step.who).client_number }))
    if (step.act === 'answer') {
      const client = await now(step.who)
      if (client.id === undefined || client.disputed_at) continue
      await answerOne(app, client, step.moves && `Salem ${moves++}`)
      if (step.moves) receipts.push(await aReceipt(app, client))
    }
    if (step.act === 'dispute') await dispute(app, receipts[step.which % (receipts.length || 1)])
    if (step.act === 'review') await reviewOne(app, at(step.who).id, step.goesBack)
    expect(await holdersOf(app, receipts)).toEqual([])
    if (step.act === 'merge') await mergeAndCompare(app, await now(step.who), await now(step.other))
    await lost()
  }
}

type Answering = { id: number; email: string; city: string }

async function answerOne({ api, deps }: TestApp, client: Answering, moved: string | false) {
  const { client_number: _, group_template: __, ...details } = clientInput()
  const { email, city } = client
  const answer = moved ? { city: moved, action: 'update' } : { city, action: 'confirm' }
  const token = await aLink(deps, client)
  await api.post(`/api/verify/${token}`, { ...details, email, ...answer })
}

interface Receipt {
  token: string
  city: string
  /** Set by the first press of its link. */
  isVoid?: boolean
}

async function aReceipt(
  { deps }: TestApp,
  { id, email }: Pick<Answering, 'id' | 'email'>,
): Promise<Receipt> {
  const answers = deps.db.selectFrom('answers').select(['id', 'new']).where('client_id', '=', id)
  const last = await answers.orderBy('id', 'desc').executeTakeFirstOrThrow()
  const token = await aLink(deps, { id, email })
  await deps.db
    .updateTable('verification_links')
    .set({ purpose: 'not_me', answer_id: last.id })
    .where('token_hash', '=', hashToken(token))
    .execute()
  return { token, city: String(last.new.city) }
}

/** The office ends the dispute at once, and those that an undone merge has reopened. */
async function dispute({ api }: TestApp, receipt: Receipt | undefined) {
  if (!receipt) return
  const { status } = await api.post(`/api/not-me/${receipt.token}`)
  const { users: disputed } = (await api.get(`${users}?excused=disputed`)).body
  for (const { id } of disputed) {
    const { answerIds } = (await api.get(`${users}/${id}/dispute`)).body
    const ended = await api.post(`${users}/${id}/dispute/end`, { restore: true, answerIds })
    expect(ended.status).toBe(200)
  }
  if (status === 200) receipt.isVoid ??= true
}

/** Clients who have a disputed answer's value without an open dispute. */
const holdersOf = ({ deps }: TestApp, receipts: Receipt[]) =>
  deps.db
    .selectFrom('clients')
    .select(['id', 'city'])
    .where('disputed_at', 'is', null)
    .where('city', 'in', ['', ...receipts.flatMap(({ isVoid, city }) => (isVoid ? city : []))])
    .execute()

async function reviewOne({ api }: TestApp, id: number, goesBack: boolean) {
  const { reviews } = (await api.get('/api/admin/reviews?limit=100')).body
  const found = reviews.find(({ clientId }: { clientId: number }) => clientId === id)
  if (!found) return
  const setBack = goesBack ? found.settable : []
  const { answerIds } = found
  const reply = await api.post('/api/admin/reviews', {
    items: [{ clientId: id, answerIds, setBack }],
  })
  expect(reply.status).toBe(200)
}

async function mergeAndCompare({ api, deps }: TestApp, kept: Client, other: Client) {
  const body = {
    other: other.id,
    last_updated: kept.last_updated,
    other_last_updated: other.last_updated,
  }
  const round = await findOpenRound(deps.db)
  const statesOf = async () =>
    [...(round ? await listStates(deps.db, round, [kept.id, other.id]) : [])].map(
      ([, state]) => state,
    )
  const before = kept.id && other.id ? await statesOf() : []
  const { status } = await api.post(`${users}/${kept.id}/merge`, body)
  if (status !== 200) return
  const after = await statesOf()
  expect(after.length).toBe(Math.min(1, before.length))
  if (before.includes('answered')) expect(after).toEqual(['answered'])
}

type Client = { id: number; last_updated: string }

/** Expects no lost or doubled client or open answer, figures equal to rows, and no mail or link into the trash. */
async function holdsTogether({ deps: { db } }: TestApp, ids: number[]) {
  const present = new Set(
    (await db.selectFrom('clients').select('id').execute()).map(({ id }) => id),
  )
  const trashed = await db.selectFrom('trashed_clients').select('client_id').execute()
  for (const id of ids)
    expect(present.has(id) || trashed.some((one) => one.client_id === id)).toBe(true)
  for (const { client_id } of trashed) expect(present).not.toContain(client_id)
  const { rows } = await sql<{ faults: number }>`
    select (select count(*) from messages where state in ('queued', 'sending') and client_id is null and not last_try)
      + (select count(*) from client_counts where (pending, confirmed, updated) <> (
          select count(*) filter (where status = 'pending'), count(*) filter (where status = 'confirmed'),
            count(*) filter (where status = 'updated') from clients))
      + (select count(*) from merged_clients m where not exists (
          select from trashed_clients t where t.client_id = m.client_id))
      + (select count(*) from answers a where not exists (select from clients c where c.id = a.client_id)
          and not exists (select from trashed_clients t where t.client_id = a.client_id))
      + (select count(*) from clients c where has_changes <> exists (
          select from answers a where ${IS_OPEN} and (a.client_id = c.id
            or a.client_id in (select client_id from merged_stories where root_id = c.id)))) as faults
  `.execute(db)
  expect(rows[0]!.faults).toBe(0)
  const owned = [...(await storiesOf(db, [...present])).entries()]
  expect(owned.filter(([id, root]) => id !== root && present.has(id))).toEqual([])
  const round = await findOpenRound(db)
  const states = round
    ? await listStates(db, round, [...(await storiesOf(db, ids)).keys()])
    : new Map()
  const merged = new Set(owned.filter(([id, root]) => id !== root).map(([id]) => id))
  expect([...states.keys()].filter((id) => merged.has(id))).toEqual([])
}

test('neither loses nor doubles a client in random acts', { timeout: 900_000 }, async () => {
  const app = await startTestApp({ CHANGE_RECEIPTS: 'off' })
  await fc.assert(
    fc.asyncProperty(ACTS, (acts) => walk(app, acts)),
    { numRuns: Number(process.env.TRASH_WALKS ?? 4), endOnFailure: true },
  )
})
