import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { UNDO_DAYS } from '@attest/contract/import-undo'
import type { FastifyRequest } from 'fastify'
import type { Insertable } from 'kysely'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import type { ImportRow } from '../db/import-schema.ts'
import type { Tx } from '../db/schema.ts'
import type { Bulk, Deps } from '../deps.ts'
import { InvalidInput } from '../http/errors.ts'
import { receiveForm, uploadsIn } from '../http/files.ts'
import { DAY_MS, MINUTE_MS } from '../local-time.ts'
import { readCounts } from '../records/clients.ts'
import { deleteOldChanges } from '../records/import-changes.ts'
import { holdRound } from '../rounds/change-round.ts'
import { sweepOriginals } from './originals.ts'
import { deletePreviewsBefore, listPreviewIds } from './preview/queries.ts'
import { forgetImportedBefore, type ImportRecord, insertImport, listRunningIds } from './queries.ts'

const Fields = z.object({
  // Some programs write UUIDs in upper case; this one also names the file.
  importId: z._default(z.uuid('The import id must be a UUID.').check(z.toLowerCase()), randomUUID),
  send: z.pipe(
    z._default(z.enum(['true', 'false'], 'send must be true or false'), 'true'),
    z.transform((value) => value === 'true'),
  ),
  roundId: z.optional(z.coerce.number('roundId must be a number').check(z.int(), z.nonnegative())),
  anyway: z.optional(z.string()),
  previewId: z.optional(z.uuid('The preview id must be a UUID.').check(z.toLowerCase())),
})
export type ImportFields = z.output<typeof Fields>

export const NO_FILE = 'Please select a file to import.'

/** @throws Refusal 400 or 413; then nothing is left behind */
export async function receiveUpload(request: FastifyRequest, config: Config) {
  const { fields, file } = await receiveForm(request, uploadsIn(config), {
    maxBytes: config.IMPORT_MB * 1024 * 1024,
    tooLarge: `The file is larger than ${config.IMPORT_MB} MB.`,
  })
  const parsed = Fields.safeParse(fields)
  if (parsed.success) return { ...parsed.data, file }
  if (file) await rm(file.path, { force: true })
  throw new InvalidInput(parsed.error)
}

type NewImport = Omit<
  Insertable<ImportRow>,
  'clients_before' | 'lease_until' | 'created_at' | 'undo_until'
>

/** Undefined if it is known. `rows` is a file, moved before the commit: a visible import always has its rows. */
export async function recordImport(
  tx: Tx,
  deps: Pick<Deps, 'imports' | 'now'>,
  { roundId, ...row }: NewImport & { roundId: number | undefined },
  rows: string,
): Promise<ImportRecord | undefined> {
  const now = deps.now()
  const { pending, confirmed, updated } = await readCounts(tx)
  await holdRound(tx, roundId)
  const inserted = await insertImport(tx, {
    ...row,
    clients_before: pending + confirmed + updated,
    lease_until: deps.imports.leaseUntil,
    created_at: now.toISOString(),
    undo_until: new Date(now.getTime() + UNDO_DAYS * DAY_MS).toISOString(),
  })
  if (inserted) await rename(rows, deps.imports.rowsFileOf(row.id))
  return inserted
}

/** After its last byte, a file is read and gets its owner in the database. */
const MAX_READING_MS = 15 * MINUTE_MS
const KEEP_CLIENTS_MS = 30 * DAY_MS

/** Removes leftovers of dead processes, day-old previews, and what imports keep for a month. */
export async function sweepUploads(deps: Bulk): Promise<void> {
  const { db, bulkDb, config, now } = deps
  const folder = uploadsIn(config)
  const before = Date.now() - DAY_MS
  const names = await readdir(folder).catch(() => [])
  await deletePreviewsBefore(db, new Date(before).toISOString())
  await forgetImportedBefore(db, new Date(Date.now() - KEEP_CLIENTS_MS).toISOString())
  const used = new Set([...(await listRunningIds(db)), ...(await listPreviewIds(db))])
  for (const name of names) {
    if (used.has(path.parse(name).name)) continue
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - MAX_READING_MS) await rm(file, { force: true })
  }
  await sweepOriginals(deps)
  await deleteOldChanges(bulkDb, now().toISOString())
}
