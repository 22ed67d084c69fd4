import type { EntryOf } from '@attest/contract/timeline'
import { RecordAnswerDialog } from '../lazy-dialogs.ts'
import { formatDay } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog.tsx'
import { useDismissBounce } from './use-timeline.ts'

interface ArrivalProps {
  entry: EntryOf<'arrival'>
  clientId: number
}

/** What an arrived mail says, and what the office may do about it. */
export function ArrivalText({ entry, clientId }: ArrivalProps) {
  const { kind, email, status, reason } = entry
  if (kind === 'reply')
    return (
      <>
        From {email}
        <blockquote className="my-1.5 border-l-2 border-line-strong pl-3 whitespace-pre-wrap text-ink">
          {reason || 'Without text.'}
        </blockquote>
        <DialogButton
          size="sm"
          dialog={(close) => <RecordAnswerDialog id={clientId} onClose={close} />}
        >
          Record an Answer
        </DialogButton>
      </>
    )
  return (
    <>
      {email}
      {(status || reason) && (
        <span className="block text-sm text-ink-3">
          {/* The words of most servers begin with the code. */}
          {[reason?.includes(status ?? '') ? null : status, reason].filter(Boolean).join(' ')}
        </span>
      )}
      {kind === 'bounced' && <BounceState entry={entry} />}
    </>
  )
}

function BounceState({ entry }: { entry: EntryOf<'arrival'> }) {
  const { id, applied_at, dismissed_at, dismissed_by } = entry
  const dismiss = useDismissBounce()
  if (dismissed_at)
    return (
      <span className="block text-sm">
        Marked as not a bounce by {dismissed_by}, {formatDay(dismissed_at)}.
      </span>
    )
  return (
    <>
      {!applied_at && (
        <span className="block text-sm">
          This report names another address. It changed nothing.
        </span>
      )}
      <Button
        size="sm"
        className="mt-1.5"
        blocked={dismiss.isPending}
        onClick={() => dismiss.mutate({ params: { id } })}
      >
        Not a Bounce
      </Button>
    </>
  )
}
