import path from 'node:path'
import { onTestFinished } from 'vitest'
import { makeBackup } from '../server/src/backup/make-backup.ts'
import { checkBackup, restoreBackup } from '../server/src/backup/restore-backup.ts'
import { readConfig } from '../server/src/config.ts'
import { type OpenDatabase, openDatabase } from '../server/src/db/open.ts'
import type { Deps } from '../server/src/deps.ts'
import { openStore } from '../server/src/files/store.ts'
import { newDatabase } from './new-database.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const PASSPHRASE = 'only used in tests, and long enough'

/** Makes a backup of the running product, encrypted if there is a passphrase. */
export async function backUp(
  { openClient, store, secretKey }: Pick<Deps, 'openClient' | 'store' | 'secretKey'>,
  passphrase?: string,
): Promise<string> {
  const file = path.join(temporaryFolder(), 'attest.backup')
  const encryption = passphrase ? { passphrase, secretKey } : undefined
  await makeBackup({ openClient, store, encryption, reserveMb: 0 }, file)
  return file
}

export interface EmptyTarget extends Pick<OpenDatabase, 'db' | 'openClient'> {
  DATABASE_URL: string
  DATA_DIR: string
  store: Deps['store']
  restore(file: string, migrations?: string): ReturnType<typeof restoreBackup>
}

export async function emptyTarget(settings: Record<string, string> = {}): Promise<EmptyTarget> {
  const env = { DATABASE_URL: await newDatabase(), DATA_DIR: temporaryFolder(), ...settings }
  const config = readConfig(env)
  const { db, openClient, close } = await openDatabase({
    databaseUrl: env.DATABASE_URL,
    dataDir: '',
  }).opened
  onTestFinished(close)
  const store = await openStore(config)
  const restore = async (file: string, migrations?: string) => {
    const checked = await checkBackup(file, config.BACKUP_PASSPHRASE, migrations)
    return restoreBackup({ openClient, store, config, migrations }, file, checked)
  }
  return { db, openClient, store, restore, ...env }
}
