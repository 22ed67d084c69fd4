import type { Import, RejectedRow } from '@attest/contract/imports'
import { Download, Send } from 'lucide-react'
import { useState } from 'react'
import { counted, formatDateTime, formatNumber } from '../lib/format.ts'
import { EmailErrors } from '../mailings/mailing-parts.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/column.tsx'
import { ConfirmButton } from '../ui/confirm-dialog.tsx'
import { Counts, ProgressBar } from '../ui/figures.tsx'
import { Panel } from '../ui/panel.tsx'
import { PagedTable } from '../ui/table.tsx'
import { emailsOf, leftBy, notesText } from './import-words.tsx'
import { useEmailImported, useRejectedRows, useSaveFile } from './use-import-record.ts'

export function ImportResult({ outcome }: { outcome: Import }) {
  const { importId, rejected, state } = outcome
  return (
    <div className="grid gap-5">
      {state === 'canceled' && <p>{canceled(outcome)}</p>}
      <ImportFigures outcome={outcome} />
      {rejected > 0 && <RejectedList importId={importId} />}
    </div>
  )
}

export function ImportFigures({ outcome }: { outcome: Import }) {
  const { created, updated, unchanged, rejected } = outcome
  return (
    <>
      <Counts
        counts={[
          { label: 'New', value: created },
          { label: 'Changed', value: updated },
          { label: 'Unchanged', value: unchanged },
          { label: 'Not imported', value: rejected, danger: rejected > 0 },
        ]}
      />
      <Kept clients={outcome.kept} />
      <NotRead {...outcome.notRead} />
      {outcome.notes.length > 0 && <p>{notesText(outcome.notes)}</p>}
      <Mails outcome={outcome} />
    </>
  )
}

/** Explains that the import left out values that clients have replaced. */
function Kept({ clients }: { clients: number }) {
  if (clients === 0) return null
  return (
    <p>
      {clients === 1
        ? 'The file has details that 1 client has replaced since. They were left out.'
        : `The file has details that ${formatNumber(clients)} clients have replaced since. They were left out.`}
    </p>
  )
}

/** Names what was not read: another sheet may hold clients, a column a better address. */
function NotRead({ sheets, headers }: Import['notRead']) {
  const parts = [named('sheet', sheets), named('column', headers)].filter(Boolean)
  if (parts.length === 0) return null
  return <p className="wrap-anywhere">Not read from this file: {parts.join('; ')}.</p>
}

const named = (what: string, names: string[]) =>
  names.length > 0 &&
  `the ${what}${names.length === 1 ? '' : 's'} ${names.map((name) => `“${name}”`).join(', ')}`

function EmailLater({ outcome: { importId, recipients, recipientEmails } }: { outcome: Import }) {
  const { mutate, isPending, isSuccess } = useEmailImported()
  if (isSuccess) return <p role="status">The emails are being sent. Mailings shows the result.</p>
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>No emails were sent.</p>
      {recipients > 0 && (
        <ConfirmButton
          size="sm"
          blocked={isPending}
          question={`Send ${counted(recipientEmails, 'email', 'emails')} to ${counted(recipients, 'client', 'clients')}?`}
          text="Each gets the letter of the open round or of its group, with a new link. Clients who have answered are asked again and become pending. Clients without an email, those marked “Do not ask”, and those emailed in the day before the import or since get nothing."
          action="Send Emails"
          harmless
          onConfirm={() => mutate({ params: { importId } })}
        >
          <Send aria-hidden />
          Email Them Now
        </ConfirmButton>
      )}
    </div>
  )
}

function Mails({ outcome }: { outcome: Import }) {
  const { state, bulkUpdate, bulkUpdateError, alreadyAnswered } = outcome
  if (state === 'running') return null
  if (!bulkUpdate && !bulkUpdateError)
    return state === 'completed' ? <EmailLater outcome={outcome} /> : <p>No emails were sent.</p>
  return (
    <div>
      {bulkUpdate && (
        <p>
          {emailsOf(bulkUpdate)} {leftBy(bulkUpdate.smtpProvider)}
          {bulkUpdate.emailsFailed > 0 && (
            <span className="font-semibold text-danger">
              , {formatNumber(bulkUpdate.emailsFailed)} failed
            </span>
          )}
          .
          {alreadyAnswered > 0 &&
            ` ${formatNumber(alreadyAnswered)} of these clients had already answered and are asked again.`}
        </p>
      )}
      {bulkUpdateError && <p className="mt-1 text-ink-2">{bulkUpdateError}</p>}
      {bulkUpdate && (
        <EmailErrors errors={bulkUpdate.emailDetails} total={bulkUpdate.emailsFailed} />
      )}
    </div>
  )
}

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
  // Counts rows, as `progress` of an import that sends includes its emails.
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

const canceled = ({ canceled_by, done_rows, total_rows }: Import) =>
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

const COLUMNS: Column<RejectedRow>[] = [
  { name: 'Row', cell: ({ row }) => formatNumber(row), label: 'Row', place: 'line', width: 'w-24' },
  {
    name: 'Client number',
    cell: ({ client_number }) => client_number,
    place: 'line',
    width: 'w-46',
  },
  { name: 'Reason', cell: ({ reason }) => reason, place: 'line', cellClass: 'text-ink-2' },
]

export function RejectedList({ importId }: { importId: string }) {
  const [query, setQuery] = useState({ page: 1, limit: 25 })
  const reading = useRejectedRows(importId, query)
  const save = useSaveFile(importId)
  return (
    <Panel
      title="Rows not imported"
      end={
        <Button size="sm" blocked={save.isPending} onClick={() => save.mutate('rejected')}>
          <Download aria-hidden />
          Download Rows
        </Button>
      }
    >
      <PagedTable
        reading={reading}
        query={query}
        onQuery={(changes) => setQuery({ ...query, ...changes })}
        pages="Pages of rows not imported"
        failure="Failed to fetch the rows"
        empty={null}
        rowsOf={({ rows }) => rows}
        columns={COLUMNS}
        rowKey={({ row }) => row}
      />
    </Panel>
  )
}
