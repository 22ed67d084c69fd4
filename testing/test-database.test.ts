import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../server/src/db/schema.ts'
import { testDatabase } from './test-database.ts'

test('gives each test the migrated database', async () => {
  const { db } = await testDatabase()
  const before = await everyRow(db)
  await sql`update templates set name = 'Changed'`.execute(db)
  await sql`insert into admins (email) values ('left@over.example')`.execute(db)
  await sql`create table left_over (id int)`.execute(db)

  await testDatabase()

  expect(await everyRow(db)).toEqual(before)
})

async function everyRow(db: Db) {
  const { rows } = await sql<{ tablename: string; content: unknown }>`
    select tablename, query_to_xml(
      format('select * from public.%I t order by t::text', tablename), true, false, '') as content
    from pg_tables where schemaname = 'public' order by tablename`.execute(db)
  return rows
}
