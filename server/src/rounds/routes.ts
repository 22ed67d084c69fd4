import { fullName } from '@attest/contract/client-fields'
import type { Body, Query } from '@attest/contract/endpoint'
import * as outstanding from '@attest/contract/outstanding'
import { US } from '@attest/contract/place'
import * as calls from '@attest/contract/rounds'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { firmOf } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { fitsSearch } from '../db/search.ts'
import { transact } from '../db/transact.ts'
import type { Bulk, Deps, Timed } from '../deps.ts'
import { awaitTurn } from '../exports/await-turn.ts'
import { csvFile } from '../exports/client-rows.ts'
import { noClient, notFound } from '../http/errors.ts'
import { sendFile } from '../http/files.ts'
import { mount, mountRaw } from '../http/mount.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { type Answered, beforeAnswer, disputedAnswers } from '../records/answers.ts'
import { lockClient, returnedFrom } from '../records/clients.ts'
import { listOwnColumns } from '../records/own-columns.ts'
import { closeRound, holdRound } from './change-round.ts'
import { listRounds, roundPage } from './describe-round.ts'
import { findRound, insertCall, listCalls, listReplies, type RoundRecord } from './queries.ts'
import { reportPdf } from './report-pdf.ts'
import { listLetters, listStories, reportedClients } from './report-queries.ts'
import { CSV_COLUMNS } from './report-words.ts'
import { countByPerson, oneOf, REASONS, readCoverage, roundRows, statesOf } from './round-rows.ts'

export function roundRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, calls.listRounds, () => listRounds(deps.db))
  mount(app, calls.getRound, ({ params }) => roundPage(deps, params.id))
  mount(app, calls.closeRound, ({ params, admin }) => closeRound(deps, admin, params.id))
  mount(app, outstanding.listOutstanding, ({ params, query, admin }) =>
    outstandingPage(deps.db, params.id, {
      ...query,
      person: query.person === 'mine' ? admin.id : query.person,
    }),
  )
  mount(app, outstanding.countByPerson, ({ params }) => peopleOf(deps.db, params.id))
  mount(app, outstanding.recordCall, ({ params, body, admin }) =>
    recordCall(deps, admin, params.id, body),
  )
  reportRoute(app, deps)
}

function reportRoute(app: FastifyInstance, deps: Deps): void {
  const { bulkDb: db, config, now } = deps
  mountRaw(app, calls.roundReport, async ({ params, query: { format }, admin }, reply) => {
    await awaitTurn(deps, admin, format === 'csv' ? 'csv' : 'xlsx', reply)
    // Read after the wait, since the round may have closed meanwhile.
    const round = (await findRound(db, params.id)) ?? notFound('Round')
    // Logged first: a started download cannot be undone.
    await logEvent(db, 'report-downloaded', admin, now(), `${round.name}, ${format.toUpperCase()}`)
    const clients = reportedClients(db, round)
    const report =
      format === 'csv'
        ? csvFile(CSV_COLUMNS, clients, config.TIME_ZONE)
        : await pdfOf(deps, round, clients)
    return sendFile(reply, `round-${round.id}.${format}`, format, report)
  })
}

const pdfOf = async (
  { bulkDb: db, config, now }: Bulk,
  round: RoundRecord,
  clients: ReturnType<typeof reportedClients>,
) =>
  reportPdf({
    firm: firmOf(config),
    round,
    coverage: await readCoverage(db, round),
    letters: await listLetters(db, round),
    clients,
    timeZone: config.TIME_ZONE,
    at: now().toISOString(),
  })

async function outstandingPage(
  db: Db,
  id: number,
  query: Query<typeof outstanding.listOutstanding>,
) {
  const round = (await findRound(db, id)) ?? notFound('Round')
  const { clients, total } = await listOutstandingRows(db, round, query)
  const ids = clients.map(({ client_id }) => client_id)
  const stories = await listStories(db, round, ids)
  const calls = await listCalls(db, id, [...stories.keys()])
  const replies = await listReplies(db, round, [...stories.keys()])
  return {
    total,
    clients: clients.map((client) => ({
      ...asBeforeDispute(client),
      calls: calls.filter(({ client_id }) => stories.get(client_id) === client.client_id),
      reply: replies.find(({ client_id }) => stories.get(client_id) === client.client_id) ?? null,
    })),
  }
}

async function peopleOf(db: Db, id: number) {
  const round = (await findRound(db, id)) ?? notFound('Round')
  const column = (await findResponsible(db)) ?? null
  return { column, people: column ? await countByPerson(db, round, column.id) : [] }
}

const findResponsible = async (db: Db) =>
  (await listOwnColumns(db)).find(({ kind }) => kind === 'administrator')

function isOf(column: { id: number }, person: string) {
  const held = sql`(select own->>${String(column.id)}::text from clients where id = r.client_id)`
  return person === 'nobody' ? sql`${held} is null` : sql`${held} = ${person}`
}

/** Details to read out on the phone, which must not come from a disputed answer. */
function asBeforeDispute({ answers, ...row }: OutstandingRow): Told {
  if (!answers) return row
  const before = answers.reduce(beforeAnswer, row)
  return { ...before, name: fullName(before) }
}

const PAPER = sql`case when ${returnedFrom('c')} is not null then 'returned'
  when (select l.printed_at is not null and b.mailed_at is null from letters l join letter_batches b on b.id = l.batch_id
    where l.client_id = c.id order by l.id desc limit 1) then 'printed' end`

/** Built here, since a deleted client has no search text any more. */
const SEARCHED = sql`search_fold(name || ' ' || client_number || ' ' || email || ' ' ||
  replace(phone_number, ' ', '') || ' ' || replace(coalesce(alt_number, ''), ' ', ''))`

async function listOutstandingRows(
  db: Db,
  round: RoundRecord,
  { reason, search, person, page, limit }: Query<typeof outstanding.listOutstanding>,
) {
  const reasons = statesOf(reason)
  const fits = fitsSearch(search, SEARCHED)
  // Without a column of administrators, everybody calls all clients.
  const column = person === 'all' ? undefined : await findResponsible(db)
  if (column) fits.push(isOf(column, person))
  const fitting = sql`
    from (${roundRows(round)}) r
    where ${sql.join([sql`state = any(${reasons})`, ...fits], sql` and `)}`
  // Ids first: sorting whole rows takes twice as long.
  const { rows: found } = await sql<{ client_id: number; total: number }>`
    select client_id, count(*) over ()::int as total ${fitting}
    order by array_position(${REASONS}, state), lower(name), client_id
    limit ${limit} offset ${(page - 1) * limit}
  `.execute(db)
  const ids = found.map(({ client_id }) => client_id)
  // A client deleted since the round closed has no address left.
  const { rows: clients } = await sql<OutstandingRow>`
    select r.client_id, r.client_number, r.name, r.email, r.phone_number, r.alt_number, r.requests, r.reminders,
      r.last_asked_at, r.last_emailed_at, r.state as reason, r.reason as error, coalesce(c.address, '') as address,
      coalesce(c.city, '') as city, coalesce(c.state, '') as state, coalesce(c.zip_code, '') as zip_code,
      coalesce(c.country, ${US}) as country, case when c.reported_as = r.state then c.reported end as reported, c.first_name, c.last_name, ${PAPER} as paper,
      case when r.state = 'disputed' then (select coalesce(jsonb_agg(d order by d.id desc), '[]') from answers d
        where d.id = any(${disputedAnswers('c')})) end as answers
    from (${roundRows(round, oneOf(ids))}) r left join clients c on c.id = r.client_id
    order by array_position(${ids}::bigint[], r.client_id)
  `.execute(db)
  if (found[0] || page === 1) return { clients, total: found[0]?.total ?? 0 }
  // A page behind the last one has no row to carry the total.
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total ${fitting}
  `.execute(db)
  return { clients, total: counted[0]!.total }
}

type Told = Omit<outstanding.OutstandingClient, 'calls' | 'reply'>

type OutstandingRow = Told & {
  first_name: string
  last_name: string
  /** Disputed answers, the last one first; null if there are none. */
  answers: Answered[] | null
}

/** @throws Refusal 404; 409 if the round is closed */
const recordCall = async (
  { db, now }: Timed,
  admin: SignedIn,
  id: number,
  call: Body<typeof outstanding.recordCall>,
) =>
  transact(db, async (tx) => {
    if (!(await findRound(tx, id))) notFound('Round')
    if (!(await lockClient(tx, call.client_id))) noClient()
    await holdRound(tx, id)
    const at = now().toISOString()
    return insertCall(tx, { ...call, round_id: id, at, admin_email: admin.email })
  })
