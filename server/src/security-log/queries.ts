import { SIGN_IN_EVENTS, SIGN_IN_WAYS, type SignInWay } from '@attest/contract/security-log'
import { type Insertable, sql } from 'kysely'
import type { SecurityLogRow } from '../db/account-schema.ts'
import type { Db } from '../db/schema.ts'

export const addEntry = (db: Db, entry: Insertable<SecurityLogRow>) =>
  db.insertInto('security_log').values(entry).execute()

/** Whether the account was ever signed in to from this address. */
export async function isKnownAddress(db: Db, email: string, address: string): Promise<boolean> {
  const known = await db
    .selectFrom('security_log')
    .select('id')
    .where('event', '=', 'signed-in')
    .where('email', '=', email)
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}

interface Filter {
  search: string
  event: string
  page: number
  limit: number
}

/** The log has short names for how one signed in; people look for the words they read. */
function waysCalled(search: string): SignInWay[] {
  const sought = search.trim().toLowerCase()
  const ways = Object.keys(SIGN_IN_WAYS) as SignInWay[]
  return ways.filter((way) => SIGN_IN_WAYS[way].toLowerCase().includes(sought))
}

/** Newest first, with how many there are in all. */
export async function listEntries(db: Db, { search, event, page, limit }: Filter) {
  const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
  const found = db
    .selectFrom('security_log')
    .$if(event !== '', (q) => q.where('event', '=', event))
    .$if(search.trim() !== '', (q) =>
      q.where((e) =>
        e.or([
          e('email', 'ilike', pattern),
          e('detail', 'ilike', pattern),
          e.and([
            e('event', 'in', SIGN_IN_EVENTS),
            sql<boolean>`split_part(detail, ' ', 1) = any(${waysCalled(search)}::text[])`,
          ]),
          e('address', 'ilike', pattern),
        ]),
      ),
    )
  const { total } = await found
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total }
}
