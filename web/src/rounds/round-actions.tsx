import type { RoundPage } from '@attest/contract/rounds'
import { Link } from '@tanstack/react-router'
import { FileText, Mail, Phone } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { BulkEmailDialog } from '../lazy-dialogs.ts'
import { counted } from '../lib/format.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useTemplateName } from '../templates/use-templates.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { awaitsLetters, daysUntil, toCallIn } from './round-words.ts'
import { useRemind, useReport, useUpdateRound } from './use-rounds.ts'

const CorrectionsDialog = lazyPart(() => import('../exports/corrections-dialog.tsx'))
const CloseRoundDialog = lazyPart(() => import('./close-round-dialog.tsx'))

export function RoundActions({ round }: { round: RoundPage }) {
  const [open, setOpen] = useState<'close' | 'corrections' | 'letters' | null>(null)
  const close = () => setOpen(null)
  const lettersFirst = awaitsLetters(round)
  return (
    <>
      <ReportMenu id={round.id} onCorrections={() => setOpen('corrections')} />
      {!round.closed_at && (
        <>
          <Button onClick={() => setOpen('close')}>Close Round</Button>
          <CallLink
            round={round}
            variant={lettersFirst ? 'secondary' : 'primary'}
            className="max-md:order-first max-md:flex-[1_1_100%]!"
          />
          {lettersFirst && (
            <Button
              variant="primary"
              className="max-md:order-first max-md:flex-[1_1_100%]!"
              onClick={() => setOpen('letters')}
            >
              <Mail aria-hidden />
              Send Letters
            </Button>
          )}
        </>
      )}
      {open === 'close' && <CloseRoundDialog round={round} onClose={close} />}
      {open === 'corrections' && (
        <CorrectionsDialog
          start={{ label: `Start of ${round.name}`, at: round.started_at }}
          onClose={close}
        />
      )}
      {open === 'letters' && <BulkEmailDialog onClose={close} />}
    </>
  )
}

function ReportMenu({ id, onCorrections }: { id: number; onCorrections: () => void }) {
  const report = useReport(id)
  return (
    <Menu
      trigger={
        <Button blocked={report.isPending}>
          <FileText aria-hidden />
          {report.isPending ? 'Saving...' : 'Report'}
        </Button>
      }
      items={[
        { label: 'PDF, to read and keep', onSelect: () => report.mutate('pdf') },
        { label: 'CSV, with every client', onSelect: () => report.mutate('csv') },
        { label: 'Corrections Since…', onSelect: onCorrections },
      ]}
    />
  )
}

interface CallLinkProps {
  round: RoundPage
  variant?: 'primary' | 'secondary'
  className?: string
}

export function CallLink({ round, variant = 'primary', className = '' }: CallLinkProps) {
  const count = toCallIn(round)
  if (count === 0) return null
  return (
    <Link
      to="/rounds/$id/calls"
      params={{ id: String(round.id) }}
      className={buttonClass({ variant }, className)}
    >
      <Phone aria-hidden />
      Call {counted(count, 'Client', 'Clients')}
    </Link>
  )
}

export function ReminderButtons({ round }: { round: RoundPage }) {
  const { id, nextReminder, paused, remindable } = round
  const update = useUpdateRound()
  return (
    <div className="flex flex-wrap gap-2">
      <ReminderButton round={round} size="sm" blocked={remindable === 0} />
      {nextReminder && (
        <>
          <ReminderButton round={round} skip size="sm" />
          <Button
            size="sm"
            blocked={update.isPending}
            onClick={() => update.mutate({ params: { id }, body: { paused: !paused } })}
          >
            {paused ? 'Resume Reminders' : 'Pause Reminders'}
          </Button>
        </>
      )}
    </div>
  )
}

interface ReminderButtonProps extends ComponentProps<typeof Button> {
  round: RoundPage
  skip?: boolean
}

export function ReminderButton(props: ReminderButtonProps) {
  const { round, skip = false, blocked, children, ...look } = props
  const templateName = useTemplateName()
  const remind = useRemind()
  // Keeps the day that the question is about, as live data may replace the next reminder.
  const [day, setDay] = useState<number | null>()
  const letter = round.template_id === null ? 'each group’s own' : templateName(round.template_id)
  const action = skip ? 'Skip This One' : 'Send Now'
  return (
    <>
      <Button
        {...look}
        blocked={blocked || remind.isPending}
        onClick={() => setDay(round.nextReminder?.day ?? null)}
      >
        {remind.isPending && !skip ? 'Sending...' : (children ?? action)}
      </Button>
      {day !== undefined && (
        <ConfirmDialog
          title={skip ? 'Skip this reminder?' : 'Send this reminder now?'}
          text={
            skip
              ? 'It will not go out. The reminders after it stay as they are.'
              : sendText(round, letter)
          }
          action={action}
          harmless
          onConfirm={() => remind.mutate({ params: { id: round.id }, body: { skip, day } })}
          onClose={() => setDay(undefined)}
        />
      )}
    </>
  )
}

function sendText({ remindable, due_on }: RoundPage, letter: string) {
  const text = `It goes to ${counted(remindable, 'client', 'clients')} who have not answered and were not emailed in the last 24 hours. Letter: ${letter}.`
  if (daysUntil(due_on) >= 0) return text
  return `${text} The due date has passed, and the letter may name it: edit the round first to set a new one.`
}
