import type { ClientSelection, StatusFilter } from '@attest/contract/clients'
import type { Mailing } from '@attest/contract/mailings'
import { Link } from '@tanstack/react-router'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { counted, formatDay, formatNumber } from '../lib/format.ts'
import { countIn, useStats } from '../lib/use-stats.ts'
import { OutboxNote } from '../outbox/outbox-note.tsx'
import { newRoundWords } from '../rounds/round-values.ts'
import { daysUntil, noonOf } from '../rounds/round-words.ts'
import { BeforeLetters } from '../settings/before-letters.tsx'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Dialog, DialogBody, DialogFooter, DialogHalves } from '../ui/dialog.tsx'
import { Counts, ProgressBar } from '../ui/figures.tsx'
import { RoundLink } from '../ui/page.tsx'
import { BulkLetter } from './bulk-letter.tsx'
import { BulkPreview, hasChanged, type Preview } from './bulk-preview.tsx'
import { TARGET_NAMES } from './describe-mailing.tsx'
import { AllEmailsLink, EmailErrors, RetryButton } from './mailing-parts.tsx'
import { isUnconfirmedSend } from './unconfirmed-sends.ts'
import { useBulkPreview, useBulkSend } from './use-bulk-send.ts'
import { isSettled, saidCanceled, sentLabel, useCancelMailing } from './use-mailings.ts'

interface BulkEmailDialogProps {
  /** Missing: clients by status, which the dialog asks for. */
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
        // Stays mounted, as a rejected mailing leads back to the same choice.
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
            <BeforeLetters className="mt-4" />
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
  const emails = preview?.emails ?? 0
  return emails === 0 ? 'Send Emails' : `Send ${counted(emails, 'Email', 'Emails')}`
}

const RoundLine = ({ round: { id, name, due_on } }: Pick<Preview, 'round'>) => (
  <p className="self-center text-sm text-ink-2 wrap-anywhere">
    {id === null ? (
      `Starts ${newRoundWords(name)}.`
    ) : (
      <>
        In the round <RoundLink id={id}>{name}</RoundLink>
        {due_on && daysUntil(due_on) < 0
          ? `, which was due on ${formatDay(noonOf(due_on))}: no reminder follows. To ask in a new round, close that one first.`
          : '.'}
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
  const { data: stats } = useStats()
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

interface SendingViewProps {
  mailing: Mailing | undefined
  started: boolean
  onLeave: () => void
}

function SendingView({ mailing, started, onLeave }: SendingViewProps) {
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
      {/* Invisible rather than absent, so that no button moves. */}
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

interface MailingResultProps {
  mailing: Mailing
  onRetried: (mailingId: number) => void
  onClose: () => void
}

const MailingResult = ({ mailing, onRetried, onClose }: MailingResultProps) => (
  <>
    <DialogBody>
      <Outcome mailing={mailing} />
    </DialogBody>
    <DialogFooter>
      <AllEmailsLink mailingId={mailing.id} inFooter />
      <RetryButton mailing={mailing} onRetried={onRetried} />
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogFooter>
  </>
)

function Outcome({ mailing }: { mailing: Mailing }) {
  const { emailsWaiting, emailsFailed, emailsCanceled, waitingBecause, emailErrors } = mailing
  const { statusFilter } = mailing
  return (
    <div className="grid gap-4">
      <Counts
        counts={[
          { label: 'Recipients', value: mailing.totalUsers },
          { label: 'Back to pending', value: mailing.updatedCount },
          { label: sentLabel(mailing), value: mailing.emailsSent },
          { label: 'Emails failed', value: emailsFailed, danger: emailsFailed > 0 },
        ]}
      />
      {emailsCanceled > 0 && <p role="status">{saidCanceled(mailing)}</p>}
      {emailsWaiting > 0 && (
        <p role="status">
          <span className="font-semibold">{formatNumber(emailsWaiting)} still waiting.</span>{' '}
          {waitingBecause} They are sent automatically.
        </p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-ink-2">Mail server</dt>
        <dd className="wrap-anywhere">
          {mailing.smtpProvider === 'outbox'
            ? 'None yet: emails stay in the outbox'
            : mailing.smtpProvider}
        </dd>
        <dt className="text-ink-2">Status filter</dt>
        <dd>{statusFilter ? TARGET_NAMES[statusFilter] : 'Failed emails of an earlier mailing'}</dd>
      </dl>
      <EmailErrors errors={emailErrors} total={emailsFailed} />
      <OutboxNote />
    </div>
  )
}
