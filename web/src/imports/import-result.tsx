import type { Import } from '@attest/contract/imports'
import { Send } from 'lucide-react'
import { counted, formatNumber } from '../lib/format.ts'
import { EmailErrors } from '../mailings/email-errors.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Counts } from '../ui/counts.tsx'
import { canceled } from './import-state.tsx'
import { leftBy } from './outcome-toast.ts'
import { notesText } from './preview-words.ts'
import { RejectedList } from './rejected-list.tsx'
import { useEmailImported } from './use-import-record.ts'

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

/** An older list does not undo what clients have said since. */
function Kept({ clients }: { clients: number }) {
  if (clients === 0) return null
  return (
    <p>
      {clients === 1
        ? 'The file has older details of 1 client. The client’s own corrections were kept.'
        : `The file has older details of ${formatNumber(clients)} clients. Their own corrections were kept.`}
    </p>
  )
}

/** Other sheets may hold clients too, and a column the better address. */
function NotRead({ sheets, headers }: Import['notRead']) {
  const parts = [named('sheet', sheets), named('column', headers)].filter(Boolean)
  if (parts.length === 0) return null
  return <p className="wrap-anywhere">Not read from this file: {parts.join('; ')}.</p>
}

const named = (what: string, names: string[]) =>
  names.length > 0 &&
  `the ${what}${names.length === 1 ? '' : 's'} ${names.map((name) => `“${name}”`).join(', ')}`

function EmailLater({ outcome: { importId, recipients } }: { outcome: Import }) {
  const { mutate, isPending, isSuccess } = useEmailImported()
  if (isSuccess) return <p role="status">The emails are being sent. Mailings shows the result.</p>
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>No emails were sent.</p>
      {recipients > 0 && (
        <ConfirmButton
          size="sm"
          blocked={isPending}
          question={`Email ${counted(recipients, 'client', 'clients')}?`}
          text="Each gets the letter of the open round or of its group, with a new link. Clients who have answered are asked again and become pending. Clients without an email, and those marked “Do not ask”, get nothing."
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
          {counted(bulkUpdate.emailsSent, 'email', 'emails')} {leftBy(bulkUpdate.smtpProvider)}
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
