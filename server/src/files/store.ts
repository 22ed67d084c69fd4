import { copyFile, mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import { Disk, KeyNormalizer } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Config } from '../config.ts'
import { readValue } from '../db/read.ts'
import type { Db } from '../db/schema.ts'
import { ADVISORY_LOCKS } from '../db/transact.ts'

/** Allows all names: a foreign file's would otherwise end a listing. Paths out of the folder are still refused. */
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

  /** Renames the file, since flydrive would copy the bytes without a sync. */
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

/** Waits until a file's bytes, or a folder's names, are on the disk. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Stops deletions of files in every process until the connection ends. Waits for another backup. */
export const keepFiles = (client: Client) =>
  client.query(`select pg_advisory_lock(${ADVISORY_LOCKS.files})`)

/** False while a backup runs. Callers ask once the rows are gone, so that a later backup does not list the files. */
export const mayDeleteFiles = (db: Db) =>
  readValue<boolean>(db)`
    select pg_try_advisory_xact_lock_shared(${sql.lit(ADVISORY_LOCKS.files)}) as free`
