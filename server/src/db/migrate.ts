import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import { CommandError } from '../command.ts'
import { PROJECT } from '../project.ts'
import type { Db } from './schema.ts'

const FOLDER = path.join(PROJECT, 'server/migrations')

/** Runs the missing migrations up to `to` in one transaction. A second process waits. */
export async function migrate(db: Db, folder = FOLDER, to?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: migrationsIn(folder) })
  const { error, results } = await (to ? migrator.migrateTo(to) : migrator.migrateToLatest())
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')
  const reason = error instanceof Error ? error.message : String(error)
  const what = failed ? `The migration ${failed.migrationName} failed` : 'The migrations failed'
  throw new CommandError(`${what}: ${reason}`, { cause: error })
}

/** Faster than Kysely's migrator, which locks and looks at the catalog first. */
export async function isUpToDate(db: Db): Promise<boolean> {
  const done = sql<{ name: string }>`select name from kysely_migration order by name`
  const { rows } = await done.execute(db).catch(() => ({ rows: [] }))
  const names = rows.map(({ name }) => name)
  return isDeepStrictEqual(names, await migrationNames())
}

export const migrationNames = async (folder = FOLDER): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .map((name) => path.parse(name).name)
    .sort()

const migrationsIn = (folder: string): MigrationProvider => ({
  async getMigrations() {
    const migrations: Record<string, Migration> = {}
    for (const name of await migrationNames(folder)) {
      const text = await readFile(path.join(folder, `${name}.sql`), 'utf8')
      migrations[name] = { up: (db) => run(db, text) }
    }
    return migrations
  },
})

/** A savepoint, since Kysely's unlock would fail in the broken transaction and hide the error. */
async function run(db: Kysely<unknown>, statements: string): Promise<void> {
  await sql`savepoint migration`.execute(db)
  try {
    await sql.raw(statements).execute(db)
  } catch (error) {
    await sql`rollback to savepoint migration`.execute(db)
    throw error
  }
}
