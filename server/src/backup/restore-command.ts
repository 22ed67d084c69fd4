import path from 'node:path'
import { CommandError, callOf, runCommand, withDatabase } from '../command.ts'
import { readConfig } from '../config.ts'
import type { OpenDatabase } from '../db/open.ts'
import { openStore } from '../files/store.ts'
import { checkBackup, type Dropped, restoreBackup } from './restore-backup.ts'

const USAGE = `Usage: ${callOf('restore')} FILE

  Fills an empty database (DATA_DIR or DATABASE_URL) and an empty store of files from a backup.
  BACKUP_PASSPHRASE must be that of the backup, if it is encrypted.`

await runCommand(async () => {
  const [name = '', ...rest] = process.argv.slice(2)
  if (name === '' || rest.length > 0) throw new CommandError(USAGE)
  const config = readConfig()
  const file = path.resolve(name)
  const checked = await checkBackup(file, config.BACKUP_PASSPHRASE)
  const store = await openStore(config)
  const restore = async ({ openClient }: OpenDatabase) =>
    summary(await restoreBackup({ openClient, store, config }, file, checked))
  return withDatabase(config, restore, { empty: true })
})

function summary({ emailsCanceled, accountsToReset }: Dropped): string {
  const lines = [
    'The backup is restored. Start the product, sign in and press Resume on the dashboard:',
    'until then it sends no email to clients and makes no nightly backup.',
  ]
  if (emailsCanceled > 0) lines.push(`Waiting emails canceled: ${emailsCanceled}.`)
  if (accountsToReset.length > 0) {
    lines.push(
      'The backup held no secret key, so authenticator apps and recovery codes no longer work. Run',
      ...accountsToReset.map((email) => `  ${callOf('admin')} reset-2fa ${email}`),
    )
  }
  return lines.join('\n')
}
