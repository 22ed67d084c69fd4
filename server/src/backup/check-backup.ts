import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { migrationNames } from '../db/migrate.ts'
import { readArchive } from './archive.ts'
import { BackupError, DAMAGED } from './backup-error.ts'
import { LAYOUT, MANIFEST, Manifest, SECRET_KEY } from './manifest.ts'
import { countRows } from './tables.ts'

const NEWER = 'This backup is from a newer version of Attest. Install that version, then restore.'

export interface CheckedBackup {
  manifest: Manifest
  secretKey: string | undefined
}

/** Reads the whole file and writes nothing. Throws a BackupError unless this version can restore it. */
export async function checkBackup(
  file: string,
  passphrase: string | undefined,
  migrations?: string,
): Promise<CheckedBackup> {
  let json = ''
  let secretKey: string | undefined
  const rows = new Map<string, number>()
  let files = 0
  await readArchive(file, passphrase, async ({ name, content }) => {
    const [folder = '', table = ''] = name.split('/')
    if (name === MANIFEST) json = await text(content)
    else if (name === SECRET_KEY) secretKey = await text(content)
    else {
      for await (const chunk of content) {
        if (folder === 'tables') rows.set(table, (rows.get(table) ?? 0) + countRows(chunk))
      }
    }
    if (folder === 'files') files++
  })
  const manifest = parse(json)
  const isComplete = manifest.tables.every((table) => table.rows === (rows.get(table.name) ?? 0))
  if (!isComplete || files !== manifest.files) throw new BackupError(DAMAGED)
  await refuseNewer(manifest, migrations)
  return { manifest, secretKey }
}

function parse(json: string): Manifest {
  const read = json === '' ? {} : JSON.parse(json)
  const { data } = z.object({ product: z.literal('attest'), layout: z.int() }).safeParse(read)
  if (!data) throw new BackupError('This is not an Attest backup.')
  if (data.layout > LAYOUT) throw new BackupError(NEWER)
  return Manifest.parse(read)
}

/** A backup can be upgraded if its migrations are the first of the product's. */
async function refuseNewer(manifest: Manifest, folder: string | undefined): Promise<void> {
  const own = await migrationNames(folder)
  const isKnown = manifest.migrations.every((name, n) => name === own[n])
  if (!isKnown) throw new BackupError(NEWER)
}
