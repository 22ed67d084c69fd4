import type { ImportSummary } from '@attest/contract/imports'
import { Link } from '@tanstack/react-router'
import { Ban, Check, CircleAlert, Clock, Undo2 } from 'lucide-react'
import { formatDateTime, formatNumber } from '../lib/format.ts'
import { Badge } from '../ui/badge.tsx'
import { listCellClass as cell } from '../ui/table.tsx'

export const FIGURES = [
  { name: 'New', field: 'created', width: 'w-18' },
  { name: 'Updated', field: 'updated', width: 'w-22' },
  { name: 'Unchanged', field: 'unchanged', width: 'w-26' },
  { name: 'Not Imported', field: 'rejected', width: 'w-28' },
] as const

const LOOKS: Record<ImportSummary['state'], Parameters<typeof Badge>[0]> = {
  running: { label: 'Importing', icon: Clock, colour: 'bg-accent-soft text-accent' },
  finished: { label: 'Imported', icon: Check },
  failed: { label: 'Failed', icon: CircleAlert, colour: 'bg-danger-soft text-danger' },
  canceled: { label: 'Canceled', icon: Ban },
  undoing: { label: 'Undoing', icon: Clock, colour: 'bg-accent-soft text-accent' },
  undone: { label: 'Undone', icon: Undo2 },
}

export function ImportRow({ summary }: { summary: ImportSummary }) {
  const { mailingId, created_at, state } = summary
  return (
    <tr
      className={`group relative max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-b-0 ${mailingId === null ? '' : 'hover:bg-sunk'}`}
    >
      <FileCell summary={summary} />
      <td className={`${cell} text-ink-2 max-md:col-start-1 max-md:text-sm`}>
        {formatDateTime(created_at)}
        <span className="md:hidden"> · {inWords(summary)}</span>
      </td>
      {FIGURES.map(({ name, field }) => (
        <td
          key={name}
          className={`${cell} text-right max-md:hidden ${field === 'rejected' && summary.rejected > 0 ? 'font-semibold text-danger' : ''}`}
        >
          {formatNumber(summary[field])}
        </td>
      ))}
      <td className={`${cell} md:pr-5.5 md:pl-5 max-md:col-start-2 max-md:row-start-1`}>
        <Badge {...LOOKS[state]} />
      </td>
    </tr>
  )
}

function FileCell({ summary }: { summary: ImportSummary }) {
  const { file_name, admin_email, mailingId, error, state } = summary
  return (
    <td className={`${cell} md:pl-5.5`}>
      {mailingId === null ? (
        <span className="font-semibold wrap-anywhere">{file_name}</span>
      ) : (
        <Link
          to="/mailings/$mailingId"
          params={{ mailingId: String(mailingId) }}
          className="font-semibold text-ink no-underline wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {file_name}
        </Link>
      )}
      <span className="block text-sm text-ink-3 wrap-anywhere">
        {admin_email}
        {state === 'finished' && (mailingId === null ? ' · No emails' : ' · Show emails')}
      </span>
      {error && <span className="block text-sm text-danger wrap-anywhere">{error}</span>}
    </td>
  )
}

const inWords = (summary: ImportSummary) =>
  FIGURES.filter(({ field }) => summary[field] > 0)
    .map(({ name, field }) => `${formatNumber(summary[field])} ${name.toLowerCase()}`)
    .join(', ') || 'nothing imported'
