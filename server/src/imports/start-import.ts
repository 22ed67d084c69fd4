import { rm } from 'node:fs/promises'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import type { ReceivedFile } from '../http/receive-file.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { groupNames } from './find-template.ts'
import { keepOriginal, sealFile } from './originals.ts'
import { findImport } from './queries.ts'
import type { ImportFields } from './receive-upload.ts'
import { recordImport } from './record-import.ts'

/**
 * A repeated importId gets the existing import.
 * @throws Refusal 400 if the file is no list of clients; 409 if the round is closed; 503 if too many files wait
 */
export async function startImport(
  deps: Deps,
  admin: SignedIn,
  { importId, send, roundId }: ImportFields,
  { path, fileName, hash }: ReceivedFile,
): Promise<void> {
  const target = `${path}.rows`
  try {
    if (await findImport(deps.db, importId)) return
    const sheet = await deps.sheets.read({
      path,
      fileName,
      target,
      groups: await groupNames(deps.db),
    })
    const row = {
      id: importId,
      file_name: fileName,
      file_hash: hash,
      admin_email: admin.email,
      send,
      roundId,
      incomplete: false,
      total_rows: sheet.totalRows,
      sheets_not_read: sheet.notRead.sheets,
      headers_not_read: sheet.notRead.headers,
      notes: [...sheet.notes],
    }
    const record = await transact(deps.db, (tx) => recordImport(tx, deps, row, target))
    if (record) {
      deps.imports.begin(record)
      const { sheet: name, columns } = sheet
      const reading = { sheet: name, includeHidden: true, columns, edits: [] }
      await keepOriginal(deps, importId, reading, (kept) => sealFile(deps, path, kept))
    }
  } finally {
    await Promise.all([path, target].map((file) => rm(file, { force: true })))
  }
}
