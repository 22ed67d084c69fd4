import type { EntryOf } from '@attest/contract/timeline'
import { createContext, useContext } from 'react'
import { OriginalButton, useDismissBounce } from '../delivery/returned-mail.tsx'
import { RecordAnswerDialog } from '../lazy-dialogs.ts'
import { formatDay } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { DialogButton } from '../ui/dialog.tsx'

export const IsDeletedClient = createContext(false)

export function ArrivalText({ entry, clientId }: { entry: EntryOf<'arrival'>; clientId: number }) {
  const { id, at, kind, email, status, reason, applied_at, dismissed_at, dismissed_by } = entry
  const dismiss = useDismissBounce()
  const isDeleted = useContext(IsDeletedClient)
  const isBounce = kind === 'bounced'
  return (
    <>
      {kind === 'reply' ? (
        <>
          From {email}
          <blockquote className="my-1.5 border-l-2 border-line-strong pl-3 whitespace-pre-wrap text-ink">
            {reason || 'Without text.'}
          </blockquote>
        </>
      ) : (
        <>
          {email}
          <span className="block text-sm text-ink-3">
            {/* Most servers' messages begin with the code, so it is not repeated. */}
            {[reason?.includes(status ?? '') ? null : status, reason].filter(Boolean).join(' ')}
          </span>
        </>
      )}
      {dismissed_at && (
        <span className="block text-sm">
          Marked as not a bounce by {dismissed_by}, {formatDay(dismissed_at)}.
        </span>
      )}
      {isBounce && !dismissed_at && !applied_at && (
        <span className="block text-sm">
          This report names another address. It changed nothing.
        </span>
      )}
      <div className="mt-1.5 flex flex-wrap gap-2">
        {kind === 'reply' && !isDeleted && (
          <DialogButton
            size="sm"
            dialog={(close) => <RecordAnswerDialog id={clientId} onClose={close} />}
          >
            Record an Answer
          </DialogButton>
        )}
        {isBounce && !dismissed_at && (
          <Button
            size="sm"
            blocked={dismiss.isPending}
            onClick={() => dismiss.mutate({ params: { id } })}
          >
            Not a Bounce
          </Button>
        )}
        <OriginalButton id={id} at={at} />
      </div>
    </>
  )
}
