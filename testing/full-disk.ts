import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Db } from '../server/src/db/schema.ts'

/** Lets these writes fail as on a full disk, until the test ends or makes room. @param writes 'before update on clients' */
export async function fillDisk(db: Db, writes: string) {
  const makeRoom = async () => void (await sql`drop function if exists no_room cascade`.execute(db))
  onTestFinished(makeRoom)
  await sql`create function no_room() returns trigger language plpgsql
    as $$ begin raise disk_full; end $$`.execute(db)
  await sql`create trigger full_disk ${sql.raw(writes)} execute function no_room()`.execute(db)
  return makeRoom
}
