import type { StatusFilter } from '@attest/contract/clients'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { MailingResult } from './mailing-result.tsx'
import { SendingOverlay } from './sending-overlay.tsx'
import { TargetChoice } from './target-choice.tsx'
import { isSettled, useBulkSend } from './use-bulk-send.ts'

export function BulkEmailDialog({ onClose }: { onClose: () => void }) {
  const [target, setTarget] = useState<StatusFilter>('pending')
  const { send, sending, mailing } = useBulkSend()
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
      <DialogBody>
        {result ? (
          <MailingResult mailing={result} />
        ) : (
          <TargetChoice value={target} onChange={setTarget} />
        )}
      </DialogBody>
      <DialogFooter>
        {result ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button variant="quiet" className="md:mr-auto" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="primary" disabled={sending} onClick={() => send(target)}>
              Send Emails
            </Button>
          </>
        )}
      </DialogFooter>
      {sending && <SendingOverlay mailing={mailing} onLeave={onClose} />}
    </Dialog>
  )
}
