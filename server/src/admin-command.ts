import * as z from 'zod/mini'
import { deleteSealed } from './backup/queries.ts'
import { CommandError, callOf, runCommand, withDatabase } from './command.ts'
import { type Config, readConfig } from './config.ts'
import { migrate } from './db/migrate.ts'
import type { Db } from './db/schema.ts'
import { transact } from './db/transact.ts'
import {
  addByCommand,
  OPERATOR,
  resetPasswordByCommand,
  resetSecondFactorByCommand,
} from './identity/administrators/operator.ts'
import { logEvent } from './identity/security-log/queries.ts'
import { findSecretKey, unseal } from './secret-key.ts'

const USAGE = `Usage: ${callOf('admin')} <command> [EMAIL]

  add EMAIL             makes an administrator and prints the password
  reset-password EMAIL  prints a new password, and ends the account's sessions
  reset-2fa EMAIL       removes the second factors, and ends the account's sessions
  forget-key            removes what only a lost secret key opens, so that a new one works

It works while the product runs, and while it does not. Stop the product for forget-key.`

const COMMANDS: Record<string, typeof forgetKey> = {
  add: addByCommand,
  'reset-password': resetPasswordByCommand,
  'reset-2fa': resetSecondFactorByCommand,
  'forget-key': forgetKey,
}

async function forgetKey(db: Db, _email: string, at: Date, config: Config): Promise<string> {
  const key = await findSecretKey(config.SECRET_KEY, config.DATA_DIR)
  const [signing] = await db.selectFrom('signing_keys').select('private_key').limit(1).execute()
  if (key && signing && opens(key, signing.private_key))
    throw new CommandError(
      'The secret key is not lost: it fits this database. To replace it, set another SECRET_KEY or remove the file secret-key first.',
    )
  return transact(db, async (tx) => {
    await logEvent(tx, 'settings-changed', OPERATOR, at, 'secret key: forgotten')
    const emails = await deleteSealed(tx)
    return `The next start takes a new secret key. Then run reset-2fa for: ${emails.join(', ') || 'nobody'}`
  })
}

function opens(key: string, sealed: string): boolean {
  try {
    unseal(key, sealed)
    return true
  } catch {
    return false
  }
}

await runCommand(async () => {
  const [name = '', address = '', ...rest] = process.argv.slice(2)
  const email = z.email().safeParse(address.toLowerCase())
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  const fits = command === forgetKey ? address === '' : email.success
  if (!command || !fits || rest.length > 0) throw new CommandError(USAGE)
  const config = readConfig()
  return withDatabase(config, async ({ db, bulkDb }) => {
    await migrate(bulkDb)
    return command(db, email.data ?? '', new Date(), config)
  })
})
