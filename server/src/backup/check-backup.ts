import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { CommandError } from '../command.ts'
import { migrationNames } from '../db/migrate.ts'
import { readArchive } from './archive.ts'
import { LAYOUT, MANIFEST, Manifest, SECRET_KEY } from './manifest.ts'

const NEWER = 'This backup is from a newer version of Attest. Install that version, then restore.'

export type CheckedBackup = Awaited<ReturnType<typeof checkBackup>>

/** Reads the whole file and writes nothing. Throws a CommandError unless this version can restore it. */
export async function checkBackup(
  file: string,
  passphrase: string | undefined,
  migrations?: string,
) {
  let json = ''
  let secretKey: string | undefined
  await readArchive(file, passphrase, async ({ name, content }) => {
    if (name === MANIFEST) json = await text(content)
    else if (name === SECRET_KEY) secretKey = await text(content)
  })
  const manifest = parse(json)
  await refuseNewer(manifest, migrations)
  return { manifest, secretKey }
}

function parse(json: string): Manifest {
  const read = json === '' ? {} : JSON.parse(json)
  const { data } = z.object({ product: z.literal('attest'), layout: z.int() }).safeParse(read)
  if (!data) throw new CommandError('This is not an Attest backup.')
  if (data.layout > LAYOUT) throw new CommandError(NEWER)
  return Manifest.parse(read)
}

/** A backup can be upgraded if its migrations are the first of the product's. */
async function refuseNewer(manifest: Manifest, folder: string | undefined): Promise<void> {
  const own = await migrationNames(folder)
  const isKnown = manifest.migrations.every((name, n) => name === own[n])
  if (!isKnown) throw new CommandError(NEWER)
}
