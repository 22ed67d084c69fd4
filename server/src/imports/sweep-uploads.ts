import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Deps } from '../deps.ts'
import { sweepOriginals } from './originals.ts'
import { deletePreviewsBefore } from './preview/queries.ts'
import { forgetImportedBefore, listRunningIds } from './queries.ts'
import { deleteOldChanges } from './undo/queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const KEEP_CLIENTS_MS = 30 * DAY_MS

/** Removes day-old uploads and previews, and what imports keep for a month. Files of running imports stay. */
export async function sweepUploads(deps: Deps): Promise<void> {
  const { db, bulkDb, config, now } = deps
  const folder = path.join(config.DATA_DIR, 'uploads')
  const before = Date.now() - DAY_MS
  const names = await readdir(folder).catch(() => [])
  await deletePreviewsBefore(db, new Date(before).toISOString())
  await forgetImportedBefore(db, new Date(Date.now() - KEEP_CLIENTS_MS).toISOString())
  const running = new Set(await listRunningIds(db))
  for (const name of names) {
    if (running.has(path.parse(name).name)) continue
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(file, { force: true })
  }
  await sweepOriginals(deps)
  await deleteOldChanges(bulkDb, now().toISOString())
}
