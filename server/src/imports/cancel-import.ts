import { rm } from 'node:fs/promises'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { endImport, findImport } from './queries.ts'

/** A batch that is being written is finished first. Throws Refusal 404; 409 `import_ended`. */
export async function cancelImport(deps: Deps, admin: SignedIn, importId: string): Promise<void> {
  const { id } = (await findImport(deps.db, importId)) ?? notFound('Import')
  const finished_at = deps.now().toISOString()
  const end = { state: 'canceled', canceled_by: admin.email, finished_at } as const
  if (!(await endImport(deps.bulkDb, id, end)))
    throw new Refusal(409, 'This import has already ended.', { code: 'import_ended' })
  await rm(deps.imports.rowsFileOf(id), { force: true })
}
