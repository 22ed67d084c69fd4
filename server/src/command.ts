import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from './check-settings.ts'
import type { Config } from './config.ts'
import { type OpenDatabase, type OpeningDatabase, openDatabase } from './db/open.ts'

/** A failure whose message is shown to the operator. */
export class CommandError extends ConfigError {}

/** How the operator calls a command: a release has launchers (decision 53), and no npm. */
export const callOf = (name: string): string =>
  import.meta.filename.endsWith('.ts') ? `npm run ${name} --` : `attest-${name}`

/** Runs a command and prints its result. Known failures are one message, others a stack. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  // Only the owner may read clients' records.
  process.umask(0o077)
  try {
    console.log(await work())
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error)
    process.exitCode = 1
  }
}

export function openData({ DATABASE_URL, DATA_DIR }: Config): OpeningDatabase {
  const refuse = (words: string) => (cause: Error) => {
    throw new CommandError(words + cause.message, { cause })
  }
  try {
    mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 })
    const { opened, ...pools } = openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR })
    const known = opened.catch(refuse(''))
    // Awaited only once the caller's modules are loaded: an earlier rejection would end the process with a stack.
    known.catch(() => {})
    return { ...pools, opened: known }
  } catch (error) {
    return refuse(`DATA_DIR ${DATA_DIR} cannot be written to: `)(error as Error)
  }
}

/** Makes no database unless it may be `empty`: in a wrong DATA_DIR, nobody would see it. */
export async function withDatabase<T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
  { empty = false } = {},
): Promise<T> {
  const { DATABASE_URL, DATA_DIR } = config
  if (!empty && !DATABASE_URL && !existsSync(path.join(DATA_DIR, 'postgres')))
    throw new CommandError(`There is no database in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL.`)
  const database = await openData(config).opened
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
