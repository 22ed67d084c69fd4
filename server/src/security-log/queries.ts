import type { Insertable } from 'kysely'
import type { Db, SecurityLogRow } from '../db/schema.ts'

export const addEntry = (db: Db, entry: Insertable<SecurityLogRow>) =>
  db.insertInto('security_log').values(entry).execute()

interface Filter {
  search: string
  event: string
  page: number
  limit: number
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
