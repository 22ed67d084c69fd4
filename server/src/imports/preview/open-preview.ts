import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/errors.ts'
import { findPreview, lockPreview, type PreviewRecord } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** @throws Refusal 404 if it has ended */
export const openPreview = async (deps: Deps, previewId: string): Promise<PreviewRecord> =>
  current(deps, await findPreview(deps.db, previewId))

/** Nobody else changes or imports the preview until the transaction ends. */
export const holdPreview = async (deps: Deps, tx: Tx, previewId: string): Promise<PreviewRecord> =>
  current(deps, await lockPreview(tx, previewId))

function current({ now }: Deps, preview: PreviewRecord | undefined): PreviewRecord {
  if (preview && now().getTime() - Date.parse(preview.created_at) < DAY_MS) return preview
  throw new Refusal(404, 'This preview has ended. Please choose the file again.')
}
