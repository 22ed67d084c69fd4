import { ConfigError } from './check-settings.ts'
import type { Config } from './config.ts'
import { type OpenDatabase, openDatabase } from './db/open.ts'

/** A failure that the operator reads as it is. */
export class CommandError extends Error {}

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

export async function withDatabase<T>(
  { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }: Config,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ databaseUrl, dataDir }).catch((error: Error) => {
    throw new CommandError(error.message)
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
