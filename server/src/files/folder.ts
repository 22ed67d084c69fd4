import { copyFile, mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { syncToDisk } from './sync.ts'

export const openFolder = (root: string): Disk => new Folder(root)

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
