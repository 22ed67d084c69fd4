import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { readRow, readValue } from '../db/read.ts'
import type { Db, SealRow, Tx } from '../db/schema.ts'
import { ADVISORY_LOCKS, transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { HOUR_MS } from '../local-time.ts'
import { hashOf, SEALED, type Sealed } from '../records/sealed-rows.ts'

/** Hashes and counts the rows of a range. The hash continues that of the seal before. */
async function readRange(db: Db, table: string, { from_id, to_id }: Range, before: string) {
  const { order } = SEALED[table]!
  const removed =
    table === 'changes'
      ? sql`union all select change_id, hash from removed_changes where change_id between ${from_id} and ${to_id}`
      : sql``
  return readRow<{ count: number; hash: string }>(db)`
    select count(*) as count,
      encode(sha256(convert_to(${before} || coalesce(string_agg(hash, '' order by place), ''), 'UTF8')), 'hex') as hash
    from (
      select ${sql.ref(order)} as place, ${hashOf(table)} as hash from ${sql.table(table)}
      where ${sql.ref(order)} between ${from_id} and ${to_id} ${removed}
    ) r
  `
}

interface Range {
  from_id: number
  to_id: number
}

/** The most places of one seal, since the hashes of a range are one text in memory. */
const MOST = 100_000

/** Seals every row since the last seal, once no running transaction can add an earlier one. */
export async function sealNewRows({ bulkDb, now }: Pick<Deps, 'bulkDb' | 'now'>): Promise<void> {
  const last = await lastPlaces(bulkDb, new Date(now().getTime() - HOUR_MS).toISOString())
  if (!(await othersHaveEnded(bulkDb))) return
  for (const [table, end] of Object.entries(last)) {
    while (await sealNext(bulkDb, table, end, now().toISOString())) {}
  }
}

/** Stops before the first message settled after `hourAgo`, since a refusal may be taken back within minutes. */
async function lastPlaces(db: Db, hourAgo: string): Promise<Record<string, number>> {
  const lastOf = ([table, { order }]: [string, Sealed]) => {
    const last = sql`(select max(${sql.ref(order)}) from ${sql.table(table)})`
    const firstNew =
      table === 'messages'
        ? sql`(select min(settled_seq) - 1 from messages where settled_at > ${hourAgo})`
        : sql`null`
    return sql`coalesce(${firstNew}, ${last}, 0)::bigint as ${sql.ref(table)}`
  }
  return readRow<Record<string, number>>(db)`
    select ${sql.join(Object.entries(SEALED).map(lastOf))}
  `
}

const PATIENCE = 300

/** Waits until all transactions running at the call have ended, since they may hold lower ids. False after a minute. */
async function othersHaveEnded(db: Db): Promise<boolean> {
  const xid = await readValue<string>(db)`select pg_snapshot_xmax(pg_current_snapshot())::text`
  const hasEnded = () =>
    readValue<boolean>(db)`select pg_snapshot_xmin(pg_current_snapshot()) >= ${xid}::xid8`
  for (let tried = 0; tried < PATIENCE; tried++) {
    if (await hasEnded()) return true
    await sleep(200)
  }
  return false
}

const sealNext = (db: Db, table: string, end: number, at: string): Promise<boolean> =>
  transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.seals})`.execute(tx)
    const start = (await lastOf(tx, table))?.to_id ?? 0
    if (start >= end) return false
    const before = await lastOf(tx)
    const range = { from_id: start + 1, to_id: Math.min(end, start + MOST) }
    const found = await readRange(tx, table, range, before?.hash ?? '')
    await tx
      .insertInto('seals')
      .values({ ...range, ...found, seq: (before?.seq ?? 0) + 1, at, table_name: table })
      .execute()
    return true
  })

const lastOf = (tx: Tx, table?: string) =>
  tx
    .selectFrom('seals')
    .selectAll()
    .$if(table !== undefined, (q) => q.where('table_name', '=', table!))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface Verified {
  seals: number
  /** Each problem names a seal that does not hold, and why. */
  problems: string[]
  /** The hash of the newest seal; null without one. */
  head: string | null
}

export async function verifySeals(db: Db): Promise<Verified> {
  const problems: string[] = []
  const seals = await db.selectFrom('seals').selectAll().orderBy('seq').execute()
  let before = ''
  let next = 1
  for (const seal of seals) {
    const { count, hash } = await readRange(db, seal.table_name, seal, before)
    if (seal.seq !== next) problems.push(`Seal ${next} is missing before seal ${seal.seq}.`)
    else if (count !== seal.count) problems.push(differs(seal, count))
    else if (hash !== seal.hash) problems.push(`${nameOf(seal)}: a row or the seal was altered.`)
    before = seal.hash
    next = seal.seq + 1
  }
  problems.push(...(await listOutside(db)))
  return { seals: seals.length, problems, head: seals.at(-1)?.hash ?? null }
}

/** Finds rows with a place below 1, which no seal covers. */
async function listOutside(db: Db): Promise<string[]> {
  const problems: string[] = []
  for (const [table, { order }] of Object.entries(SEALED)) {
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(order)} < 1 limit 1
    `.execute(db)
    if (rows.length > 0) problems.push(`A row of ${table} lies outside of all seals.`)
  }
  return problems
}

/** The newest seal over records of these clients, and how many records no seal covers yet. */
export const coverageOf = (db: Db, ids: number[]) =>
  readRow<{ sealed: number; open: number; seal: SealRow | null }>(db)`
    with places as (
      select 'answers' as name, id as place from answers where client_id = any(${ids})
      union all select 'changes', id from changes where client_id = any(${ids})
      union all select 'messages', settled_seq from messages
        where (client_id = any(${ids}) or former_client_id = any(${ids})) and settled_seq is not null
      union all select 'reviews', r.id from reviews r join answers a on a.id = answer_id where client_id = any(${ids})
    ), covered as (
      select seq from places left join seals on table_name = name and place between from_id and to_id
    )
    select count(seq) as sealed, count(*) - count(seq) as open,
      (select to_jsonb(s) from seals s where seq = (select max(seq) from covered)) as seal from covered
  `

const nameOf = ({ seq, at, table_name, from_id, to_id }: SealRow) =>
  `Seal ${seq} of ${at}, rows ${from_id} to ${to_id} of ${table_name}`

function differs(seal: SealRow, count: number) {
  const rows = Math.abs(count - seal.count)
  const what = count < seal.count ? 'removed' : 'inserted'
  return `${nameOf(seal)}: ${rows} ${rows === 1 ? 'row was' : 'rows were'} ${what}.`
}
