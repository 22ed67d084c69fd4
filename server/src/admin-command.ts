import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { ConfigError } from './check-settings.ts'
import { loadEnvFile, readConfig } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import type { Db } from './db/schema.ts'
import {
  addByCommand,
  CommandError,
  resetPasswordByCommand,
  resetSecondFactorByCommand,
} from './identity/administrators/admin-by-command.ts'

const USAGE = `Usage: npm run admin -- <command> EMAIL

  add EMAIL             makes an administrator and prints the password
  reset-password EMAIL  prints a new password, and ends the account's sessions
  reset-2fa EMAIL       removes the second factors, and ends the account's sessions

It works while the product runs, and while it does not.`

type Command = (db: Db, email: string) => Promise<string>

const COMMANDS: Record<string, Command> = {
  add: async (db, email) =>
    `${email} can sign in with the password  ${await addByCommand(db, email, new Date())}`,
  'reset-password': async (db, email) =>
    `${email} can sign in with the password  ${await resetPasswordByCommand(db, email, new Date())}`,
  'reset-2fa': async (db, email) => {
    await resetSecondFactorByCommand(db, email, new Date())
    return `${email} signs in with the password alone now.`
  },
}

// Clients' records: nobody else on the machine may read them.
process.umask(0o077)

try {
  const [name = '', address = '', ...rest] = process.argv.slice(2)
  const email = z.email().safeParse(address.toLowerCase())
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command || !email.success || rest.length > 0) throw new CommandError(USAGE)
  loadEnvFile()
  const config = readConfig()
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config
  const isNew = !databaseUrl && !existsSync(path.join(dataDir, 'postgres'))
  const database = await openDatabase({ databaseUrl, dataDir }).catch((error: Error) => {
    throw new CommandError(error.message)
  })
  try {
    await migrate(database.bulkDb)
    console.log(await command(database.db, email.data))
    if (isNew) console.log(`There was no database in ${dataDir}: one was made there.`)
  } finally {
    await database.close()
  }
} catch (error) {
  const known = error instanceof CommandError || error instanceof ConfigError
  console.error(known ? error.message : error)
  process.exitCode = 1
}
