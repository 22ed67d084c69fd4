import type { StatusFilter } from '@attest/contract/clients'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { BulkPreview } from './bulk-preview.tsx'
import { MailingResult } from './mailing-result.tsx'
import { SendingOverlay } from './sending-overlay.tsx'
import { TargetChoice } from './target-choice.tsx'
import { isUnansweredSend } from './unanswered-sends.ts'
import { useBulkPreview, useBulkSend } from './use-bulk-send.ts'
import { isSettled } from './use-mailings.ts'

export function BulkEmailDialog({ onClose }: { onClose: () => void }) {
  const { send, follow, sending, started, mailing } = useBulkSend()
  const result = mailing && isSettled(mailing) ? mailing : undefined
  return (
    <Dialog
      open
      locked={sending}
      onOpenChange={onClose}
      title="Bulk Email"
      description={
        result ? undefined : 'Sends every chosen client an email with a personal verification link.'
      }
    >
      {result ? (
        <MailingResult mailing={result} onRetried={follow} onClose={onClose} />
      ) : (
        <div className={`contents ${sending ? 'low:hidden' : ''}`} inert={sending}>
          <Choosing sending={sending} onSend={send} onClose={onClose} />
        </div>
      )}
      {sending && <SendingOverlay mailing={mailing} started={started} onLeave={onClose} />}
    </Dialog>
  )
}

interface ChoosingProps {
  sending: boolean
  onSend: (target: StatusFilter) => void
  onClose: () => void
}

function Choosing({ sending, onSend, onClose }: ChoosingProps) {
  const [target, setTarget] = useState<StatusFilter>('pending')
  const { data: preview, error, refetch } = useBulkPreview(target)
  const futile = preview && (preview.totalUsers === 0 || preview.running !== null)
  return (
    <>
      <DialogBody>
        <TargetChoice value={target} onChange={setTarget} />
        <BulkPreview
          preview={preview}
          failed={error !== null && !preview}
          onRetry={() => void refetch()}
        />
        {!sending && isUnansweredSend(target) && <Unsure />}
        <OutboxNote className="mt-4" />
      </DialogBody>
      <DialogFooter>
        <Button variant="quiet" className="md:mr-auto" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          blocked={sending || futile || !(preview || error)}
          onClick={() => onSend(target)}
        >
          Send Emails
        </Button>
      </DialogFooter>
    </>
  )
}

const Unsure = () => (
  <p className="mt-4 rounded-md border border-line-strong bg-sunk px-4 py-3">
    The server did not confirm the last mailing to these clients, so it may have started: see{' '}
    <Link to="/mailings">Mailings</Link>. Send Emails starts it only if it has not. No client gets
    it twice.
  </p>
)
