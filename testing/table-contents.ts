import { sql } from 'kysely'
import type { Db } from '../server/src/db/schema.ts'

export async function tableContents(db: Db): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  const contents: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`
      select t::text as line from ${sql.table(name)} t order by 1`.execute(db)
    contents[name] = rows.map(({ line }) => line)
  }
  return contents
}
