import { stat } from 'node:fs/promises'
import path from 'node:path'
import { CommandError, callOf, runCommand, withDatabase } from '../command.ts'
import { type Config, readConfig } from '../config.ts'
import { openStore } from '../files/store.ts'
import { findSecretKey } from '../secret-key.ts'
import type { Manifest } from './archive.ts'
import { makeBackup } from './make-backup.ts'

const USAGE = `Usage: ${callOf('backup')} FILE

  Writes the database, clients' files and, if BACKUP_PASSPHRASE is set, the secret key into FILE.
  It works while the product runs, and while it does not.`

await runCommand(async () => {
  const [name = '', ...rest] = process.argv.slice(2)
  if (name === '' || rest.length > 0) throw new CommandError(USAGE)
  const file = path.resolve(name)
  const manifest = await backUp(readConfig(), file)
  return summary(manifest, file, (await stat(file)).size)
})

async function backUp(config: Config, file: string): Promise<Manifest> {
  return withDatabase(config, async ({ openClient }) => {
    const encryption = await encryptionOf(config)
    const [store, reserveMb] = [await openStore(config), config.DISK_RESERVE_MB]
    return makeBackup({ openClient, store, encryption, reserveMb }, file)
  })
}

async function encryptionOf({ BACKUP_PASSPHRASE, SECRET_KEY, DATA_DIR }: Config) {
  if (!BACKUP_PASSPHRASE) return undefined
  const secretKey = await findSecretKey(SECRET_KEY, DATA_DIR)
  if (secretKey) return { passphrase: BACKUP_PASSPHRASE, secretKey }
  throw new CommandError(`There is no secret-key in ${DATA_DIR}. Set DATA_DIR or SECRET_KEY.`)
}

function summary(
  { tables, files, lostFiles, hasSecretKey }: Manifest,
  file: string,
  bytes: number,
) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const lines = [
    `${file}: ${rows} rows, ${files} files, ${(bytes / 1024 / 1024).toFixed(1)} MB`,
    hasSecretKey
      ? 'It is encrypted with BACKUP_PASSPHRASE and holds the secret key.'
      : 'It is not encrypted and holds no secret key: set BACKUP_PASSPHRASE for that.',
  ]
  if (lostFiles.length > 0)
    lines.push(`The store had lost ${lostFiles.length} files: ${lostFiles.join(', ')}`)
  return lines.join('\n')
}
