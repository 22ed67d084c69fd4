import type { Mailing } from '@attest/contract/mailings'
import { useLayoutEffect, useRef } from 'react'
import { formatNumber } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { useCancelMailing } from './use-mailings.ts'

interface SendingViewProps {
  mailing: Mailing | undefined
  started: boolean
  onLeave: () => void
}

export function SendingView({ mailing, started, onLeave }: SendingViewProps) {
  const cancel = useCancelMailing()
  const view = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => view.current?.focus(), [])
  const total = mailing ? mailing.totalUsers - mailing.emailsCanceled : 0
  const tried = mailing ? mailing.emailsSent + mailing.emailsFailed : 0
  return (
    <div ref={view} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
      <DialogBody>
        <p role="status" className="mb-4">
          Sending bulk emails... This may take a few minutes depending on the number of users.
        </p>
        <ProgressBar value={total > 0 ? (tried / total) * 100 : 0} label="Emails tried" />
        <p className="mt-2 flex min-h-[1.5em] justify-between text-md text-ink-2">
          {mailing && (
            <>
              <span>{`${formatNumber(tried)} of ${formatNumber(total)}`}</span>
              {mailing.emailsFailed > 0 && (
                <span className="text-danger">{formatNumber(mailing.emailsFailed)} failed</span>
              )}
            </>
          )}
        </p>
      </DialogBody>
      {/* Keeps its place: a button that moved would be missed. */}
      <div className={started ? 'contents' : 'invisible'}>
        <DialogFooter>
          <Button
            variant="danger"
            className="md:mr-auto"
            blocked={!mailing || cancel.isPending}
            onClick={() => mailing && cancel.mutate({ params: { id: mailing.id } })}
          >
            Cancel Unsent Emails
          </Button>
          <Button onClick={onLeave}>Close and Keep Sending</Button>
        </DialogFooter>
      </div>
    </div>
  )
}
