import { copyFile, mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { Disk, KeyNormalizer } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../config.ts'
import { syncToDisk } from './sync.ts'

/** Otherwise a listing ends at a foreign file with an unusual name. Paths out of the folder are still refused. */
KeyNormalizer.allowedCharacterSet = /^/

export async function openStore({ DATA_DIR, FILES_URL }: Config): Promise<Disk> {
  if (!FILES_URL) return new Folder(path.join(DATA_DIR, 'files'))
  const { openBucket } = await import('./bucket.ts')
  return openBucket(FILES_URL)
}

/** Moves a file in as a whole and durably, or not at all. */
class Folder extends Disk {
  readonly #root: string

  constructor(root: string) {
    super(new FSDriver({ location: root, visibility: 'private' }))
    this.#root = root
  }

  /** Renames; flydrive would copy the bytes without a sync. */
  override async moveFromFs(source: string, key: string): Promise<void> {
    const target = path.join(this.#root, key)
    const folder = path.dirname(target)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rename(source, target).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EXDEV') throw error
      await copyFile(source, target)
      await syncToDisk(target)
    })
    for (const each of [folder, this.#root, path.dirname(this.#root)]) await syncToDisk(each)
  }
}
