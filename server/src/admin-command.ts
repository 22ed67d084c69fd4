import { existsSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { CommandError, callOf, runCommand, withDatabase } from './command.ts'
import { loadEnvFile, readConfig } from './config.ts'
import { migrate } from './db/migrate.ts'
import {
  addByCommand,
  resetPasswordByCommand,
  resetSecondFactorByCommand,
} from './identity/administrators/operator.ts'

const USAGE = `Usage: ${callOf('admin')} <command> EMAIL

  add EMAIL             makes an administrator and prints the password
  reset-password EMAIL  prints a new password, and ends the account's sessions
  reset-2fa EMAIL       removes the second factors, and ends the account's sessions

It works while the product runs, and while it does not.`

const COMMANDS: Record<string, typeof addByCommand> = {
  add: addByCommand,
  'reset-password': resetPasswordByCommand,
  'reset-2fa': resetSecondFactorByCommand,
}

await runCommand(async () => {
  const [name = '', address = '', ...rest] = process.argv.slice(2)
  const email = z.email().safeParse(address.toLowerCase())
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command || !email.success || rest.length > 0) throw new CommandError(USAGE)
  loadEnvFile()
  const config = readConfig()
  const isNew = !config.DATABASE_URL && !existsSync(path.join(config.DATA_DIR, 'postgres'))
  return withDatabase(config, async ({ db, bulkDb }) => {
    await migrate(bulkDb)
    const done = await command(db, email.data, new Date())
    return isNew
      ? `${done}\nThere was no database in ${config.DATA_DIR}: one was made there.`
      : done
  })
})
