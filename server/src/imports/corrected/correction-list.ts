import { DETAIL_FIELDS, fullName } from '@attest/contract/client-fields'
import type { ExportFormat } from '@attest/contract/exports'
import { sameValue } from '@attest/contract/same-value'
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { Basics } from '../../deps.ts'
import { sheetFile } from '../../exports/xlsx.ts'
import { localMinute } from '../../local-time.ts'
import { type Answer, listAnswers, listCorrectedSince } from '../../records/answers.ts'
import { listSetBack } from '../../records/reviews.ts'
import {
  answerText,
  DISPUTED,
  fieldName,
  type SheetClient,
  sheetClients,
  shownValue,
} from './answers-in-words.ts'

const COLUMNS = [
  { heading: 'Client Number', width: 16 },
  { heading: 'Name', width: 28 },
  { heading: 'Field', width: 18 },
  { heading: 'Old Value', width: 36 },
  { heading: 'New Value', width: 36 },
  { heading: 'Client Answer', width: 44 },
  { heading: 'Note', width: 28 },
]

/** @param ended called once the reader has taken the last row */
export const correctionList = (
  deps: Basics,
  since: string,
  format: ExportFormat,
  ended: () => Promise<unknown>,
) => sheetFile(format, 'Corrections', COLUMNS, correctionRows(deps, since, ended))

const CLIENTS_AT_ONCE = 500

async function* correctionRows(
  { db, config }: Basics,
  since: string,
  ended: () => Promise<unknown>,
): AsyncGenerator<string[][]> {
  const all = await listCorrectedSince(db, since)
  const back = new Map((await listSetBack(db, since)).map((each) => [each.answer_id, each]))
  for (let from = 0; from < all.length; from += CLIENTS_AT_ONCE) {
    const ids = all.slice(from, from + CLIENTS_AT_ONCE)
    const clients = await sheetClients(db).where(sql<boolean>`id = any(${ids})`).execute()
    const byId = new Map(clients.map((client) => [client.id, client]))
    const answers = await listAnswers(db, ids)
    const list = { since, back, timeZone: config.TIME_ZONE }
    yield ids.flatMap((id) => rowsOf(list, answers.get(id) ?? [], byId.get(id)))
  }
  await ended()
}

interface List {
  since: string
  back: ReadonlyMap<number, { at: string; admin_email: string; fields: string[] }>
  timeZone: string
}

/** Several answers are one difference: from the value before the first of them to the one on file now. */
const rowsOf = (list: List, answers: readonly Answer[], client: SheetClient | undefined) =>
  DETAIL_FIELDS.flatMap((field) => {
    const { since, timeZone } = list
    const isSince = ({ recorded_at, old }: Answer) => recorded_at >= since && field in old
    const some = answers.filter(isSince)
    // Somebody may have taken over a value from an earlier list, before the office set it back.
    const undone = answers.findLast(({ id }) => list.back.get(id)?.fields.includes(field))
    const last = some.at(-1) ?? undone
    if (!last) return []
    const old = some[0] ? some[0].old[field] : last.new[field]
    const now = client ? client[field] : last.new[field]
    if (sameValue(field, old, now, (client ?? last.new).country ?? undefined)) return []
    const { at, admin_email } = (undone && list.back.get(undone.id)) ?? {}
    const notes = [
      !client && 'Deleted',
      client?.disputed_at && DISPUTED,
      at && `Set back on ${localMinute(at, timeZone)} by ${admin_email}`,
    ]
    return [
      [
        client?.client_number ?? last.client_number,
        client ? fullName(client) : last.name,
        fieldName(field, client),
        shownValue(field, old),
        shownValue(field, now),
        answerText([last], client, [field], timeZone),
        notes.filter(Boolean).join('. '),
      ],
    ]
  })

/** Answers are recorded a moment before they can be read: the next list begins that much earlier. */
const OVERLAP_MS = 60_000

export async function findLastDownload(db: Db, adminId: string) {
  const found = await db
    .selectFrom('corrections_downloads')
    .select('at')
    .where('admin_id', '=', adminId)
    .executeTakeFirst()
  const since = found ? Date.parse(found.at) - OVERLAP_MS : 0
  return { at: found?.at ?? null, since: new Date(since).toISOString() }
}

export const rememberDownload = (db: Db, adminId: string, at: string) =>
  db
    .insertInto('corrections_downloads')
    .values({ admin_id: adminId, at })
    .onConflict((of) => of.column('admin_id').doUpdateSet({ at }))
    .execute()
