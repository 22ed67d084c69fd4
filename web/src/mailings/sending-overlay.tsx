import type { Mailing } from '@attest/contract/mailings'
import { useLayoutEffect, useRef } from 'react'
import { formatNumber } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { useCancelMailing } from './use-mailings.ts'

interface SendingOverlayProps {
  mailing: Mailing | undefined
  /** Before the start it can still fail. */
  started: boolean
  onLeave: () => void
}

/** Covers the dialog during a mailing; in a low window it replaces the dialog. */
export function SendingOverlay({ mailing, started, onLeave }: SendingOverlayProps) {
  const cancel = useCancelMailing()
  const overlay = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => overlay.current?.focus(), [])
  const total = mailing ? mailing.totalUsers - mailing.emailsCanceled : 0
  const tried = mailing ? mailing.emailsSent + mailing.emailsFailed : 0
  return (
    <div
      ref={overlay}
      tabIndex={-1}
      className="absolute inset-0 low:static flex flex-col items-center justify-center gap-5 bg-sheet p-6 text-center outline-none"
    >
      <p role="status" className="max-w-96">
        Sending bulk emails... This may take a few minutes depending on the number of users.
      </p>
      <div className="w-full max-w-80">
        <ProgressBar value={total > 0 ? (tried / total) * 100 : 0} label="Emails sent" />
        <p className="mt-2 min-h-[1.5em] text-md text-ink-2">
          {mailing && `${formatNumber(tried)} of ${formatNumber(total)}`}
        </p>
      </div>
      {/* Keeps its place: a button that moved would be missed. */}
      <div className={`flex flex-wrap justify-center gap-2.5 ${started ? '' : 'invisible'}`}>
        <Button size="sm" onClick={onLeave}>
          Close and let it run
        </Button>
        <Button
          variant="danger"
          size="sm"
          blocked={!mailing || cancel.isPending}
          onClick={() => mailing && cancel.mutate({ params: { id: mailing.id } })}
        >
          Cancel what is left
        </Button>
      </div>
    </div>
  )
}
