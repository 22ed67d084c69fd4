/**
 * A process for tests: opens the embedded database of the folder it is given, writes `open`, then
 * moves money between two accounts for ever and writes the number of each transaction when its
 * commit has been acknowledged.
 */
import { sql } from 'kysely'
import { openDatabase } from '../db/open.ts'

const [dataDir = ''] = process.argv.slice(2)
const { db } = await openDatabase({ dataDir })
await sql`create table if not exists accounts (name text primary key, balance int not null)`.execute(
  db,
)
await sql`create table if not exists moves (number bigint primary key, amount int not null)`.execute(
  db,
)
await sql`insert into accounts values ('a', 0), ('b', 0) on conflict do nothing`.execute(db)
const { rows } = await sql<{ next: number }>`
  select coalesce(max(number), 0) + 1 as next from moves`.execute(db)
process.stdout.write('open\n')

let number = rows[0]?.next ?? 1
const WRITERS = 4
await Promise.all(Array.from({ length: WRITERS }, writeForEver))

async function writeForEver() {
  for (;;) {
    const mine = number++
    await db.transaction().execute(async (tx) => {
      await sql`insert into moves values (${mine}, 1)`.execute(tx)
      await sql`update accounts set balance = balance - 1 where name = 'a'`.execute(tx)
      await sql`update accounts set balance = balance + 1 where name = 'b'`.execute(tx)
    })
    process.stdout.write(`${mine}\n`)
  }
}
