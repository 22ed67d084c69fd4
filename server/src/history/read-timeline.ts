import type { TimelineEntry, TimelineFilter } from '@attest/contract/timeline'
import type { Db } from '../db/schema.ts'
import { Refusal } from '../http/errors.ts'
import { storyIds } from '../records/merges.ts'
import { listLastNames } from '../templates/queries.ts'
import { type Position, selectEntries, TYPES } from './timeline-sources.ts'

interface Row extends Pick<TimelineEntry, 'type' | 'of' | 'at' | 'by'> {
  key: number
  data: Data
}

// biome-ignore lint/suspicious/noExplicitAny: the reply's schema checks it
type Data = Record<string, any>

const PAGE = 50

/** @throws Refusal 400 for an invalid cursor */
export async function readTimeline(
  db: Db,
  clientId: number,
  { kind, before }: { kind: TimelineFilter; before: string },
  tell = entryOf,
) {
  const position = before === '' ? {} : decode(before)
  const ids = await storyIds(db, clientId)
  const query = selectEntries({ clientId, ids, kind, before: position, limit: PAGE + 1 })
  const { rows } = await db.executeQuery<Row>(query.compile(db))
  const waiting = TYPES.map((type) => ({
    type,
    rows: rows.filter((row) => row.type === type).sort((one, other) => other.key - one.key),
  }))
  const ends: Position = {}
  // A source without an entry on this page continues at its newest row: entries added meanwhile are left out.
  for (const { type, rows } of waiting) ends[type] = position[type] ?? (rows[0]?.key ?? -1) + 1
  const entries: TimelineEntry[] = []
  for (let row = takeNewest(waiting); row && entries.length < PAGE; row = takeNewest(waiting)) {
    entries.push(tell(row))
    ends[row.type] = row.key
  }
  const isEnd = entries.length === rows.length
  const templates = await templateNames(db, entries)
  return { entries, before: isEnd ? null : encode(ends), templates }
}

async function templateNames(db: Db, entries: TimelineEntry[]) {
  const ids = entries.flatMap((entry) =>
    'old' in entry ? [entry.old.group_template, entry.new.group_template] : [],
  )
  const known = ids.filter((id) => typeof id === 'string')
  const names = known.length > 0 ? await listLastNames(db, known) : []
  return Object.fromEntries(names.map(({ id, name }) => [id, name]))
}

/** Each source keeps its own order, so that a clock that was set back neither hides nor repeats an entry. */
function takeNewest(waiting: { rows: Row[] }[]): Row | undefined {
  const [first, ...others] = waiting.filter(({ rows }) => rows.length > 0)
  if (!first) return undefined
  const newest = others.reduce(
    (best, source) => (source.rows[0]!.at > best.rows[0]!.at ? source : best),
    first,
  )
  return newest.rows.shift()
}

const encode = (position: Position) => Buffer.from(JSON.stringify(position)).toString('base64url')

function decode(cursor: string): Position {
  try {
    const position: Position = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const keys = TYPES.map((type) => [type, position[type] ?? 0] as const)
    if (keys.every(([, key]) => Number.isSafeInteger(key))) return Object.fromEntries(keys)
  } catch {
    // An unreadable cursor is refused below.
  }
  throw new Refusal(400, 'This page of the timeline does not exist.')
}

/** The reply's schema drops columns that it does not name. */
function entryOf(row: Row): TimelineEntry {
  const entry = wholeEntry(row)
  // An answer keeps every detail; the timeline shows those that it changed.
  return entry.type === 'answer' ? { ...entry, new: only(entry.new, entry.old) } : entry
}

export function wholeEntry({ data, key: _, ...row }: Row): TimelineEntry {
  const told = withTimes(data)
  const isGone = data.action === 'merged' && data.new === null
  const isWhole = data.action === 'created' || data.action === 'deleted' || isGone
  const [old, now] = isWhole ? [{}, {}] : [data.old, data.new]
  const values = { old: texts(old), new: texts(now) }
  return { ...told, ...values, ...row } as TimelineEntry
}

/** The database's JSON gives times with an offset. */
const withTimes = (data: Data): Data =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      name.endsWith('_at') && value ? new Date(value).toISOString() : value,
    ]),
  )

const only = <V>(values: Record<string, V>, changed: object) =>
  Object.fromEntries(Object.keys(changed).map((name) => [name, values[name] ?? null]))

/** Turns values into texts: the history of a file holds numbers. */
const texts = (values: Data | null | undefined) =>
  Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [name, value === null ? null : `${value}`]),
  )
