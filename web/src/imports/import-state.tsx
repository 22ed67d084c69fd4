import type { Import } from '@attest/contract/imports'
import { counted, formatDateTime, formatNumber } from '../lib/format.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'

export function ImportState({ record }: { record: Import }) {
  const { state, error } = record
  if (state === 'running' || state === 'sending' || state === 'undoing')
    return <Working record={record} />
  if (state === 'canceled') return <Notice>{canceled(record)}</Notice>
  if (state === 'undone') return <Notice>{undone(record)}</Notice>
  if (state === 'failed' && error)
    return (
      <p role="alert" className="rounded-md border border-danger bg-danger-soft px-4 py-3">
        {error}
      </p>
    )
  return null
}

function Working({ record }: { record: Import }) {
  const { state, progress, undo_done, undo_total, total_rows, done_rows } = record
  const words = {
    running: `Saving rows: ${formatNumber(done_rows)} of ${formatNumber(total_rows)}`,
    sending: 'Sending emails',
    undoing: `Undoing: ${formatNumber(undo_done)} of ${counted(undo_total, 'client', 'clients')}`,
  }
  // In an import that sends, the rows are half of `progress`.
  const rows = total_rows > 0 ? Math.floor((100 * done_rows) / total_rows) : 0
  const shown = state === 'running' ? rows : progress
  return (
    <div className="rounded-lg border border-line bg-panel px-5 py-4.5">
      <p className="mb-3 flex justify-between gap-4 text-ink-2">
        <span>{words[state as keyof typeof words]}</span>
        <span>{shown}%</span>
      </p>
      <ProgressBar value={shown} label={state === 'undoing' ? 'Undo' : 'Import'} />
      <p className="mt-3 text-sm text-ink-3">The work continues even if you leave this page.</p>
    </div>
  )
}

const Notice = ({ children }: { children: string }) => (
  <p className="rounded-md border border-line bg-sunk px-4 py-3 wrap-anywhere">{children}</p>
)

export const canceled = ({ canceled_by, done_rows, total_rows }: Import) =>
  `${canceled_by ?? 'Somebody'} canceled this import after ${formatNumber(done_rows)} of ${counted(total_rows, 'row', 'rows')}. The rows imported by then stay, and nobody was emailed.`

function undone({ undone_by, undone_at, undo_removed, undo_restored, undo_kept }: Import) {
  const parts = [
    undo_removed > 0 && `${counted(undo_removed, 'client', 'clients')} removed`,
    undo_restored > 0 && `${counted(undo_restored, 'client', 'clients')} restored`,
    undo_kept > 0 && `${counted(undo_kept, 'client', 'clients')} kept`,
  ].filter(Boolean)
  const what = parts.length > 0 ? parts.join(', ') : 'nothing was left to undo'
  return `${undone_by} undid this import on ${formatDateTime(undone_at)}: ${what}.`
}
