import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../db/schema.ts'
import { openTestDatabase } from './test-database.ts'

test('two test databases at once know nothing of each other', async () => {
  const one = await openTestDatabase()
  const other = await openTestDatabase()

  await sql`create table only_here (id int)`.execute(one.db)

  await expect(sql`select * from only_here`.execute(other.db)).rejects.toThrow('does not exist')
  await one.close()
  await other.close()
})

test('a test database that is used again is as the migrations left it', async () => {
  const fresh = await openTestDatabase()
  const before = await everyRow(fresh.db)
  await sql`update templates set name = 'Changed'`.execute(fresh.db)
  await sql`insert into admins (email) values ('left@over.example')`.execute(fresh.db)
  await sql`create table left_over (id int)`.execute(fresh.db)
  await fresh.close()

  const again = await openTestDatabase()

  expect(await everyRow(again.db)).toEqual(before)
  await again.close()
})

test('a test database whose tables were altered is not used again', async () => {
  const altered = await openTestDatabase()
  await sql`drop table clients cascade`.execute(altered.db)
  await altered.close()

  const next = await openTestDatabase()

  expect(await next.db.selectFrom('clients').selectAll().execute()).toEqual([])
  await next.close()
})

test('a closed test database answers no more', async () => {
  const { db, close } = await openTestDatabase()
  await close()
  await expect(db.selectFrom('clients').selectAll().execute()).rejects.toThrow()
})

async function everyRow(db: Db) {
  const { rows } = await sql<{ tablename: string; content: unknown }>`
    select tablename, query_to_xml(format('table public.%I', tablename), true, false, '') as content
    from pg_tables where schemaname = 'public' order by tablename`.execute(db)
  return rows
}
