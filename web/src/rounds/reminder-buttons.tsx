import type { RoundPage } from '@attest/contract/rounds'
import { Send } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { counted } from '../lib/format.ts'
import { useTemplateName } from '../templates/use-templates.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { daysUntil } from './round-time.ts'
import { mayRemind } from './round-words.ts'
import { useRemind, useUpdateRound } from './use-rounds.ts'

export function ReminderButtons({ round }: { round: RoundPage }) {
  const { id, nextReminder, paused } = round
  const remind = useRemind()
  const update = useUpdateRound()
  const params = { id }
  return (
    <div className="flex flex-wrap gap-2">
      <SendNow round={round} size="sm" blocked={round.remindable === 0} label="Send Now" />
      {nextReminder && (
        <>
          <ConfirmButton
            key={nextReminder.day}
            size="sm"
            blocked={remind.isPending}
            question="Skip this reminder?"
            text="It will not go out. The reminders after it stay as they are."
            action="Skip This One"
            harmless
            onConfirm={() => remind.mutate({ params, body: { skip: true, day: nextReminder.day } })}
          >
            Skip This One
          </ConfirmButton>
          <Button
            size="sm"
            blocked={update.isPending}
            onClick={() => update.mutate({ params, body: { paused: !paused } })}
          >
            {paused ? 'Resume Reminders' : 'Pause Reminders'}
          </Button>
        </>
      )}
    </div>
  )
}

interface RemindButtonProps
  extends Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> {
  round: RoundPage
}

/** Shown while a reminder would reach anyone. */
export const RemindButton = ({ round, ...look }: RemindButtonProps) =>
  mayRemind(round) && (
    <SendNow round={round} label="Send Reminder" {...look}>
      <Send aria-hidden />
    </SendNow>
  )

interface SendNowProps extends RemindButtonProps {
  label: string
  blocked?: boolean
  children?: ReactNode
}

function SendNow({ round, label, blocked, children, ...look }: SendNowProps) {
  const { id, nextReminder, template_id } = round
  const remind = useRemind()
  const templateName = useTemplateName()
  const letter = template_id === null ? 'each group’s own' : templateName(template_id)
  const day = nextReminder?.day ?? null
  return (
    <ConfirmButton
      // The question closes when another reminder becomes the next.
      key={day}
      {...look}
      blocked={blocked || remind.isPending}
      question="Send this reminder now?"
      text={sendText(round, letter)}
      action="Send Now"
      harmless
      onConfirm={() => remind.mutate({ params: { id }, body: { day } })}
    >
      {children}
      {remind.isPending ? 'Sending...' : label}
    </ConfirmButton>
  )
}

function sendText({ remindable, due_on }: RoundPage, letter: string) {
  const text = `It goes to ${counted(remindable, 'client', 'clients')} who have not answered and were not emailed in the last 24 hours. Letter: ${letter}.`
  if (daysUntil(due_on) >= 0) return text
  return `${text} The due date has passed, and the letter may name it: edit the round first to set a new one.`
}
