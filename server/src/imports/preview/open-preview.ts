import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../http/errors.ts'
import {
  findPreview,
  findWithGroup,
  lockIfFree,
  lockPreview,
  type PreviewRecord,
} from './queries.ts'

const CHANGED =
  'This preview was changed at the same time. Please check it and make your change again.'
const DAY_MS = 24 * 60 * 60 * 1000

/** @throws Refusal 404 if it has ended */
export const openPreview = async (deps: Deps, previewId: string): Promise<PreviewRecord> =>
  current(deps, await findPreview(deps.db, previewId))

/** With a row and those with a similar number. @throws Refusal 404 if it has ended */
export const openWithGroup = async (deps: Deps, previewId: string, row: number) =>
  current(deps, await findWithGroup(deps.db, previewId, row))

/** Nobody else changes or imports the preview until the transaction ends. */
export const holdPreview = async (deps: Deps, tx: Tx, previewId: string): Promise<PreviewRecord> =>
  current(deps, await lockPreview(tx, previewId))

const LAYOUT = ['sheet', 'header_row', 'columns', 'include_hidden', 'encoding'] as const

/** Never waits, since the holder needs a second connection. @throws Refusal 409 if it is held, or has other columns */
export async function holdUnchanged(tx: Tx, seen: PreviewRecord): Promise<PreviewRecord> {
  const held = await lockIfFree(tx, seen.id)
  if (held && LAYOUT.every((key) => isDeepStrictEqual(held[key], seen[key]))) return held
  return refuseChanged()
}

export function refuseChanged(): never {
  throw new Refusal(409, CHANGED, { code: 'preview_changed' })
}

function current<P extends PreviewRecord>({ now }: Deps, preview: P | undefined): P {
  if (preview && now().getTime() - Date.parse(preview.created_at) < DAY_MS) return preview
  throw new Refusal(404, 'This preview has ended. Please choose the file again.')
}
