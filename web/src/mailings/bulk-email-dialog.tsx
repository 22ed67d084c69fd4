import type { ClientSelection, StatusFilter } from '@attest/contract/clients'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { counted, formatNumber } from '../lib/format.ts'
import { countIn, useStats } from '../lib/use-stats.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { newRoundWords } from '../rounds/round-words.ts'
import { NameTheFirm } from '../settings/name-the-firm.tsx'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Dialog, DialogFooter, DialogHalves } from '../ui/dialog.tsx'
import { BulkLetter } from './bulk-letter.tsx'
import { BulkPreview, hasChanged, type Preview } from './bulk-preview.tsx'
import { MailingResult, SendingView } from './bulk-sending.tsx'
import { TARGET_NAMES } from './describe-mailing.tsx'
import { isUnconfirmedSend } from './unconfirmed-sends.ts'
import { useBulkPreview, useBulkSend } from './use-bulk-send.ts'
import { isSettled } from './use-mailings.ts'

interface BulkEmailDialogProps {
  /** Missing: the clients of a status, which the dialog asks for. */
  selected?: ClientSelection
  onStarted?: () => void
  onClose: () => void
}

export default function BulkEmailDialog({ selected, onStarted, onClose }: BulkEmailDialogProps) {
  const { send, follow, sending, started, mailing } = useBulkSend(onStarted)
  const result = mailing && isSettled(mailing) ? mailing : undefined
  const choosing = !result && !sending
  return (
    <Dialog
      locked={sending}
      width={choosing ? 'halves' : 'usual'}
      onClose={onClose}
      title="Bulk Email"
      description={
        choosing
          ? 'Sends every chosen client an email with a personal verification link.'
          : undefined
      }
    >
      {result ? (
        <MailingResult mailing={result} onRetried={follow} onClose={onClose} />
      ) : (
        // Stays mounted: a refused mailing leads back to the same choice.
        <div className={sending ? 'hidden' : 'contents'}>
          <Choosing selected={selected} sending={sending} onSend={send} onClose={onClose} />
        </div>
      )}
      {sending && <SendingView mailing={mailing} started={started} onLeave={onClose} />}
    </Dialog>
  )
}

interface ChoosingProps {
  selected: ClientSelection | undefined
  sending: boolean
  onSend: ReturnType<typeof useBulkSend>['send']
  onClose: () => void
}

function Choosing({ selected, sending, onSend, onClose }: ChoosingProps) {
  const [target, setTarget] = useState<StatusFilter>(selected ? 'all' : 'pending')
  const [leavesOut, setLeavesOut] = useState(true)
  const [templateId, setTemplateId] = useState<string>()
  const recipients = { statusFilter: target, leavesOut, templateId, selected }
  const { data: preview, error, refetch, isPlaceholderData } = useBulkPreview(recipients, !sending)
  const futile = preview ? preview.totalUsers === 0 || preview.running !== null : hasChanged(error)
  return (
    <>
      <DialogHalves
        left={
          <>
            {!selected && <TargetChoice value={target} onChange={setTarget} />}
            <BulkPreview
              target={selected ? null : target}
              preview={preview}
              error={preview ? null : error}
              leavesOut={leavesOut}
              onLeaveOut={setLeavesOut}
              onRetry={() => void refetch()}
              onLeave={onClose}
            />
            {!sending && isUnconfirmedSend(selected ?? target) && <Unsure />}
            <NameTheFirm className="mt-4" />
            <OutboxNote className="mt-4" />
          </>
        }
        right={<BulkLetter preview={preview} chosen={templateId} onChoose={setTemplateId} />}
      />
      <DialogFooter onCancel={onClose}>
        {preview && !futile && <RoundLine round={preview.round} />}
        <Button
          variant="primary"
          blocked={sending || futile || isPlaceholderData || !(preview || error)}
          onClick={() => onSend({ ...recipients, preview })}
        >
          {sendLabel(preview)}
        </Button>
      </DialogFooter>
    </>
  )
}

function sendLabel(preview: Preview | undefined) {
  const recipients = preview?.totalUsers ?? 0
  return recipients === 0 ? 'Send Emails' : `Send ${counted(recipients, 'Email', 'Emails')}`
}

const RoundLine = ({ round: { id, name } }: Pick<Preview, 'round'>) => (
  <p className="self-center text-sm text-ink-2 wrap-anywhere">
    {id === null ? (
      `Starts ${newRoundWords(name)}.`
    ) : (
      <>
        In the round{' '}
        <Link to="/rounds/$id" params={{ id: String(id) }}>
          {name}
        </Link>
        .
      </>
    )}
  </p>
)

const Unsure = () => (
  <p className="mt-4 rounded-md border border-line-strong bg-sunk px-4 py-3">
    The server did not confirm the last mailing to these clients, so it may have started: see{' '}
    <Link to="/mailings">Mailings</Link>. Sending again starts it only if it has not. No client gets
    it twice.
  </p>
)

const TEXTS: Record<StatusFilter, string> = {
  all: 'Everyone, answered or not.',
  pending: 'They have not answered yet.',
  confirmed: 'They said all is correct.',
  updated: 'They corrected their details.',
}

const TARGETS = Object.keys(TEXTS) as StatusFilter[]

interface TargetChoiceProps {
  value: StatusFilter
  onChange: (target: StatusFilter) => void
}

function TargetChoice({ value, onChange }: TargetChoiceProps) {
  const id = useId()
  const { data: stats } = useStats({ fresh: true })
  return (
    <fieldset>
      <legend className="mb-2 text-md font-semibold">Target clients</legend>
      <div className="grid gap-2.5 md:grid-cols-2">
        {TARGETS.map((target) => (
          <Choice
            key={target}
            name={id}
            label={TARGET_NAMES[target]}
            text={TEXTS[target]}
            checked={target === value}
            onChoose={() => onChange(target)}
            end={
              stats && (
                <span className="font-semibold text-ink-2">
                  {formatNumber(countIn(stats, target))}
                </span>
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
