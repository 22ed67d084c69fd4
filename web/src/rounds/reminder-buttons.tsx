import type { RoundPage } from '@attest/contract/rounds'
import { type LucideIcon, Send } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { counted } from '../lib/format.ts'
import { useTemplateName } from '../templates/use-templates.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { daysUntil } from './round-time.ts'
import { mayRemind } from './round-words.ts'
import { useRemind, useUpdateRound } from './use-rounds.ts'

export function ReminderButtons({ round }: { round: RoundPage }) {
  const { id, nextReminder, paused } = round
  const update = useUpdateRound()
  return (
    <div className="flex flex-wrap gap-2">
      <SendNow round={round} size="sm" blocked={round.remindable === 0} label="Send Now" />
      {nextReminder && (
        <>
          <ReminderButton
            round={round}
            skip
            size="sm"
            question="Skip this reminder?"
            text="It will not go out. The reminders after it stay as they are."
            action="Skip This One"
            label="Skip This One"
          />
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

type Look = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'>

/** Shown while a reminder would reach anyone. */
export const RemindButton = ({ round, ...look }: Look & { round: RoundPage }) =>
  mayRemind(round) && <SendNow round={round} label="Send Reminder" icon={Send} {...look} />

type SendNowProps = Omit<ReminderButtonProps, 'question' | 'text' | 'action' | 'skip'>

function SendNow(props: SendNowProps) {
  const { round } = props
  const templateName = useTemplateName()
  const letter = round.template_id === null ? 'each group’s own' : templateName(round.template_id)
  return (
    <ReminderButton
      {...props}
      skip={false}
      question="Send this reminder now?"
      text={sendText(round, letter)}
      action="Send Now"
    />
  )
}

interface ReminderButtonProps extends Look {
  round: RoundPage
  skip: boolean
  question: string
  text: string
  action: string
  label: string
  icon?: LucideIcon
  blocked?: boolean
}

function ReminderButton(props: ReminderButtonProps) {
  const { round, skip, question, text, action, label, icon: Icon, blocked, ...look } = props
  // Live data may replace the next reminder while the question is open.
  const [asked, setAsked] = useState<{ skip: boolean; day: number | null }>()
  const remind = useRemind()
  return (
    <>
      <Button
        {...look}
        blocked={blocked || remind.isPending}
        onClick={() => setAsked({ skip, day: round.nextReminder?.day ?? null })}
      >
        {Icon && <Icon aria-hidden />}
        {remind.isPending && !skip ? 'Sending...' : label}
      </Button>
      {asked && (
        <ConfirmDialog
          title={question}
          text={text}
          action={action}
          harmless
          onConfirm={() => remind.mutate({ params: { id: round.id }, body: asked })}
          onClose={() => setAsked(undefined)}
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
