import { countryName } from '@attest/contract/country-name'
import { BYTE_ORDER_MARK, csvLines } from '@attest/contract/csv'
import { languageName } from '@attest/contract/languages'
import { type Selectable, sql } from 'kysely'
import type { ClientRow, Db } from '../db/schema.ts'
import { localMinute } from '../local-time.ts'

const PAGE = 1000

type Column = readonly [
  heading: string,
  value: (client: Selectable<ClientRow>, timeZone: string) => string,
]

/** The import reads these headings, so an export can be corrected and imported. */
const COLUMNS: readonly Column[] = [
  ['Client Number', (c) => c.client_number],
  ['First Name', (c) => c.first_name],
  ['Last Name', (c) => c.last_name],
  ['Email', (c) => c.email],
  ['Phone Number', (c) => c.phone_number],
  ['Alt Number', (c) => c.alt_number ?? ''],
  ['Address', (c) => c.address],
  ['City', (c) => c.city],
  ['State', (c) => c.state],
  ['Zip Code', (c) => c.zip_code],
  ['Country', (c) => countryName(c.country)],
  ['Language', (c) => languageName(c.language)],
  ['Group Template', (c) => c.group_template],
  ['Status', (c) => c.status],
  ['Last Updated', (c, timeZone) => localMinute(c.last_updated, timeZone)],
  ['Created', (c, timeZone) => localMinute(c.created_at, timeZone)],
]

export const HEADINGS = COLUMNS.map(([heading]) => heading)

/** In the order of their ids. `chosen`: only these, already in order. */
export async function* clientRows(
  db: Db,
  timeZone: string,
  chosen?: number[],
): AsyncGenerator<string[][]> {
  for await (const page of chosen ? pagesOf(db, chosen) : allPages(db)) {
    yield page.map((client) => COLUMNS.map(([, value]) => value(client, timeZone)))
  }
}

async function* allPages(db: Db) {
  for (let last = 0; ; ) {
    const page = await listAfter(db, last, PAGE)
    if (page.length === 0) return
    yield page
    last = page.at(-1)!.id
  }
}

async function* pagesOf(db: Db, ids: number[]) {
  const inOrder = db.selectFrom('clients').selectAll().orderBy('id')
  for (let from = 0; from < ids.length; from += PAGE) {
    const slice = ids.slice(from, from + PAGE)
    yield await inOrder.where(sql<boolean>`id = any(${slice})`).execute()
  }
}

export const listAfter = (db: Db, id: number, limit: number) =>
  db.selectFrom('clients').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute()

export async function* csvOf(db: Db, timeZone: string, chosen?: number[]): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([HEADINGS])
  for await (const rows of clientRows(db, timeZone, chosen)) yield csvLines(rows)
}
