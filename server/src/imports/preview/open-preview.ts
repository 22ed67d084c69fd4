import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../db/schema.ts'
import type { Timed } from '../../deps.ts'
import { Refusal } from '../../http/errors.ts'
import { DAY_MS } from '../../local-time.ts'
import {
  findPreview,
  findWithGroup,
  lockIfFree,
  lockPreview,
  type PreviewRecord,
} from './queries.ts'

const CHANGED =
  'This preview was changed at the same time. Please check it and make your change again.'

/** @throws Refusal 404 if it has ended */
export const openPreview = async (deps: Timed, previewId: string): Promise<PreviewRecord> =>
  current(deps.now(), await findPreview(deps.db, previewId))

/** With a row and those with a similar number. @throws Refusal 404 if it has ended */
export const openWithGroup = async (deps: Timed, previewId: string, row: number) =>
  current(deps.now(), await findWithGroup(deps.db, previewId, row))

/** Nobody else changes or imports the preview until the transaction ends. */
export const holdPreview = async (tx: Tx, now: Date, previewId: string) =>
  current(now, await lockPreview(tx, previewId))

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

function current<P extends PreviewRecord>(now: Date, preview: P | undefined): P {
  if (preview && now.getTime() - Date.parse(preview.created_at) < DAY_MS) return preview
  throw new Refusal(404, 'This preview has ended. Please choose the file again.')
}
