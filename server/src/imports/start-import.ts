import { rename, rm } from 'node:fs/promises'
import { readCounts } from '../clients/queries.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { holdRound } from '../rounds/open-round.ts'
import { findImport, insertImport } from './queries.ts'
import type { Upload } from './receive-upload.ts'
import type { SheetSummary } from './sheet/read-sheet.ts'
import { SheetRejected } from './sheet/sheet-rejected.ts'

/**
 * Reads the sheet and starts its import. A repeated importId gets the existing import.
 * @throws Refusal 400 if the file is no list of clients; 409 if the round is closed; 503 if too many files wait
 */
export async function startImport(deps: Deps, admin: SignedIn, upload: Upload): Promise<string> {
  const { importId, path, fileName } = upload
  const target = `${path}.rows`
  try {
    if (!(await findImport(deps.db, importId))) {
      const sheet = await deps.sheets.read(importId, { path, fileName, target })
      await recordImport(deps, admin, upload, { sheet, target })
    }
    return importId
  } catch (error) {
    if (error instanceof SheetRejected) throw new Refusal(400, error.message)
    throw error
  } finally {
    await Promise.all([path, target].map((file) => rm(file, { force: true })))
  }
}

interface ReadRows {
  sheet: SheetSummary
  target: string
}

async function recordImport(
  deps: Deps,
  admin: SignedIn,
  { importId: id, fileName, hash, send, roundId }: Upload,
  { sheet, target }: ReadRows,
) {
  const { pending, confirmed, updated } = await readCounts(deps.db)
  const record = await transact(deps.db, async (tx) => {
    await holdRound(tx, roundId)
    const inserted = await insertImport(tx, {
      id,
      file_name: fileName,
      file_hash: hash,
      admin_email: admin.email,
      send,
      total_rows: sheet.totalRows,
      sheets_not_read: sheet.notRead.sheets,
      headers_not_read: sheet.notRead.headers,
      clients_before: pending + confirmed + updated,
      lease_until: deps.imports.leaseUntil,
      created_at: deps.now().toISOString(),
    })
    // Before the commit: a visible import always has its rows.
    if (inserted) await rename(target, deps.imports.rowsFileOf(id))
    return inserted
  })
  if (record) deps.imports.begin(record)
}
