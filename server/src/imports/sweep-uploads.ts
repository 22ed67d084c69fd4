import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Sending } from '../deps.ts'
import { isAbandoned } from '../draft-file.ts'
import { deleteOldChanges } from '../records/import-changes.ts'
import { sweepOriginals } from './originals.ts'
import { deletePreviewsBefore, listPreviewIds } from './preview/queries.ts'
import { forgetImportedBefore, listRunningIds } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A file gets its owner in the database, once it is read. */
const MAX_READING_MS = 15 * 60 * 1000
const KEEP_CLIENTS_MS = 30 * DAY_MS

/** Removes leftovers of dead processes, day-old previews, and what imports keep for a month. */
export async function sweepUploads(deps: Sending): Promise<void> {
  const { db, bulkDb, config, now } = deps
  const folder = path.join(config.DATA_DIR, 'uploads')
  const before = Date.now() - DAY_MS
  const names = await readdir(folder).catch(() => [])
  await deletePreviewsBefore(db, new Date(before).toISOString())
  await forgetImportedBefore(db, new Date(Date.now() - KEEP_CLIENTS_MS).toISOString())
  const used = new Set([...(await listRunningIds(db)), ...(await listPreviewIds(db))])
  for (const name of names) {
    if (used.has(path.parse(name).name)) continue
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => undefined)
    // A long upload, of a process on another machine.
    const limit = name.startsWith('draft.') ? DAY_MS : MAX_READING_MS
    const isOver = found && found.mtimeMs < Date.now() - limit
    if (isOver || isAbandoned(name)) await rm(file, { force: true })
  }
  await sweepOriginals(deps)
  await deleteOldChanges(bulkDb, now().toISOString())
}
