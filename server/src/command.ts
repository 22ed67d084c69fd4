import { mkdirSync } from 'node:fs'
import { ConfigError } from './check-settings.ts'
import type { Config } from './config.ts'
import { type OpenDatabase, type OpeningDatabase, openDatabase } from './db/open.ts'

/** A failure whose message is shown to the operator. */
export class CommandError extends Error {}

/** How the operator calls a command: a release has launchers (decision 53), and no npm. */
export const callOf = (name: string): string =>
  import.meta.filename.endsWith('.ts') ? `npm run ${name} --` : `attest-${name}`

/** Says how these accounts get in without the secret key that sealed their authenticator apps. */
export const resetLines = (emails: string[]): string[] => [
  ...(emails.length > 0
    ? ['Without the old secret key, authenticator apps and recovery codes no longer work. Run']
    : []),
  ...emails.map((email) => `  ${callOf('admin')} reset-2fa ${email}`),
]

/** Runs a command and prints its result. Known failures are one message, others a stack. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  // Only the owner may read clients' records.
  process.umask(0o077)
  try {
    console.log(await work())
  } catch (error) {
    const known = error instanceof CommandError || error instanceof ConfigError
    console.error(known ? error.message : error)
    process.exitCode = 1
  }
}

export function openData({ DATABASE_URL, DATA_DIR }: Config): OpeningDatabase {
  try {
    mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 })
  } catch (error) {
    const { message } = error as Error
    throw new CommandError(`DATA_DIR ${DATA_DIR} cannot be written to: ${message}`)
  }
  try {
    const { opened, ...pools } = openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR })
    const known = opened.catch(refuse)
    // Awaited only once the caller's modules are loaded: an earlier rejection would end the process with a stack.
    known.catch(() => {})
    return { ...pools, opened: known }
  } catch (error) {
    return refuse(error as Error)
  }
}

function refuse(error: Error): never {
  throw new CommandError(error.message, { cause: error })
}

export async function withDatabase<T>(
  config: Config,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openData(config).opened
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
