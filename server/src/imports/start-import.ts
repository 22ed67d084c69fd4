import { rename, rm } from 'node:fs/promises'
import type { SignedIn } from '../auth/guard.ts'
import { readCounts } from '../clients/queries.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import { findImport, insertImport } from './queries.ts'
import { openSheet, type Sheet, SheetRefused } from './read-sheet.ts'
import type { Upload } from './receive-upload.ts'

/**
 * Begins an import; a repeated importId means the import that is there already.
 * @throws Refusal 400 when the file cannot be read as a list of clients; nothing is kept then
 */
export async function startImport(deps: Deps, admin: SignedIn, upload: Upload): Promise<string> {
  const { importId } = upload
  if (await findImport(deps.db, importId)) {
    await rm(upload.path, { force: true })
    return importId
  }
  const sheet = await openUpload(upload)
  try {
    await keepImport(deps, admin, upload, sheet)
  } catch (error) {
    await sheet.close()
    await rm(upload.path, { force: true })
    throw error
  }
  return importId
}

async function keepImport(deps: Deps, admin: SignedIn, upload: Upload, sheet: Sheet) {
  const { pending, confirmed, updated } = await readCounts(deps.db)
  const names = { id: upload.importId, file_name: upload.fileName }
  const record = await transact(deps.db, async (tx) => {
    const inserted = await insertImport(tx, {
      ...names,
      file_hash: upload.hash,
      admin_email: admin.email,
      send: upload.send,
      total_rows: sheet.totalRows,
      sheets_not_read: sheet.notRead.sheets,
      heads_not_read: sheet.notRead.heads,
      clients_before: pending + confirmed + updated,
      lease_until: deps.imports.leaseUntil,
      created_at: deps.now().toISOString(),
    })
    // Before the row is seen: an import that is known always has its file, and keeps it.
    if (inserted) await rename(upload.path, deps.imports.fileOf(names))
    return inserted
  })
  if (record) return deps.imports.begin(record, sheet)
  await sheet.close()
  await rm(upload.path, { force: true })
}

async function openUpload({ path, fileName }: Upload): Promise<Sheet> {
  try {
    return await openSheet(path, fileName)
  } catch (error) {
    await rm(path, { force: true })
    if (error instanceof SheetRefused) throw new Refusal(400, error.message)
    throw error
  }
}
