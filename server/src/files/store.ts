import path from 'node:path'
import { type Disk, KeyNormalizer } from 'flydrive'
import type { Config } from '../config.ts'
import { openFolder } from './folder.ts'

/** Otherwise a listing ends at a foreign file with an unusual name. Paths out of the folder are still refused. */
KeyNormalizer.allowedCharacterSet = /^/

export async function openStore({ DATA_DIR, FILES_URL }: Config): Promise<Disk> {
  if (!FILES_URL) return openFolder(path.join(DATA_DIR, 'files'))
  const { openBucket } = await import('./bucket.ts')
  return openBucket(FILES_URL)
}
