import { type Client, escapeIdentifier } from 'pg'
import { from, to } from 'pg-copy-streams'
import type { TableInfo } from './archive.ts'

const PART_BYTES = 256 * 1024
const NEW_LINE = 0x0a

/** All tables but those of extensions and Kysely's own: a restore runs the migrations again. */
export async function readTables(client: Client): Promise<Omit<TableInfo, 'rows'>[]> {
  const { rows } = await client.query(`
    select relname as name, array(
      select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum) as columns
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relpersistence = 'p'
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    and relname not like 'kysely\\_migration%' order by relname`)
  return rows
}

export async function readMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

export async function readSequences(client: Client) {
  const { rows } = await client.query(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`)
  return rows as { name: string; value: string }[]
}

/** Makes a newer version wait before it alters the tables. */
export const lockTables = (client: Client, tables: Pick<TableInfo, 'name'>[]) =>
  client.query(`lock table ${namesOf(tables)} in access share mode`)

export async function* partsOf(
  client: Client,
  table: Omit<TableInfo, 'rows'>,
): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const chunk of client.query(to(`copy ${target(table)} to stdout`))) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < PART_BYTES) continue
    const all = Buffer.concat(held)
    const end = all.lastIndexOf(NEW_LINE) + 1
    if (end > 0) yield all.subarray(0, end)
    held = [all.subarray(end)]
    bytes = all.length - end
  }
  if (bytes > 0) yield Buffer.concat(held)
}

export function countRows(part: Buffer): number {
  let rows = 0
  for (let at = part.indexOf(NEW_LINE); at >= 0; at = part.indexOf(NEW_LINE, at + 1)) rows++
  return rows
}

export const loadInto = (client: Client, table: TableInfo) =>
  client.query(from(`copy ${target(table)} from stdin`))

/** Does nothing for a sequence that is not there. */
export const setSequence = (client: Client, { name, value }: { name: string; value: string }) =>
  client.query('select setval(to_regclass($1), $2)', [escapeIdentifier(name), value])

/** Empties the tables, then runs `load` without triggers and foreign keys, which are checked afterwards. */
export async function withoutChecks(
  client: Client,
  tables: TableInfo[],
  load: () => Promise<void>,
): Promise<void> {
  const keys = await readForeignKeys(client)
  for (const { child, name } of keys) {
    await client.query(`alter table ${child} drop constraint ${escapeIdentifier(name)}`)
  }
  await switchTriggers(client, tables, 'disable')
  await client.query(`truncate ${namesOf(tables)}`)
  await load()
  await switchTriggers(client, tables, 'enable')
  for (const { child, name, definition } of keys) {
    await client.query(
      `alter table ${child} add constraint ${escapeIdentifier(name)} ${definition}`,
    )
  }
}

async function readForeignKeys(client: Client) {
  const { rows } = await client.query(`
    select conrelid::regclass::text as child, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`)
  return rows as { child: string; name: string; definition: string }[]
}

async function switchTriggers(client: Client, tables: TableInfo[], how: 'enable' | 'disable') {
  for (const { name } of tables) {
    await client.query(`alter table ${escapeIdentifier(name)} ${how} trigger user`)
  }
}

const namesOf = (tables: Pick<TableInfo, 'name'>[]) =>
  tables.map(({ name }) => escapeIdentifier(name)).join(', ')

const target = ({ name, columns }: Omit<TableInfo, 'rows'>) =>
  `${escapeIdentifier(name)} (${columns.map((column) => escapeIdentifier(column)).join(', ')})`
