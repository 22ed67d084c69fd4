import type { RoundPage } from '@attest/contract/rounds'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { counted } from '../lib/format.ts'
import { useTemplateName } from '../templates/use-templates.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { daysUntil } from './round-time.ts'
import { mayRemind } from './round-words.ts'
import { useRemind, useUpdateRound } from './use-rounds.ts'

export function ReminderButtons({ round }: { round: RoundPage }) {
  const { id, nextReminder, paused } = round
  // Live data may replace the next reminder while the question is open.
  const [asking, setAsking] = useState<{ skip: boolean; day: number | null } | null>(null)
  const remind = useRemind()
  const update = useUpdateRound()
  const letter = useLetterName(round)
  const params = { id }
  const ask = (skip: boolean) => setAsking({ skip, day: nextReminder?.day ?? null })
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        blocked={remind.isPending || round.remindable === 0}
        onClick={() => ask(false)}
      >
        {remind.isPending ? 'Sending...' : 'Send Now'}
      </Button>
      {nextReminder && (
        <>
          <Button size="sm" blocked={remind.isPending} onClick={() => ask(true)}>
            Skip This One
          </Button>
          <Button
            size="sm"
            blocked={update.isPending}
            onClick={() => update.mutate({ params, body: { paused: !paused } })}
          >
            {paused ? 'Resume Reminders' : 'Pause Reminders'}
          </Button>
        </>
      )}
      {asking && (
        <ConfirmDialog
          onClose={() => setAsking(null)}
          {...(asking.skip ? SKIP : SEND)}
          text={asking.skip ? SKIP.text : sendText(round, letter)}
          harmless
          onConfirm={() => remind.mutate({ params, body: asking })}
        />
      )}
    </div>
  )
}

interface RemindButtonProps {
  round: RoundPage
  variant: 'primary' | 'secondary'
  className?: string
}

/** Shown while a reminder would reach anyone. */
export function RemindButton({ round, variant, className }: RemindButtonProps) {
  const remind = useRemind()
  const letter = useLetterName(round)
  if (!mayRemind(round)) return null
  const { id, nextReminder } = round
  return (
    <ConfirmButton
      variant={variant}
      className={className}
      blocked={remind.isPending}
      question={SEND.title}
      text={sendText(round, letter)}
      action={SEND.action}
      harmless
      onConfirm={() => remind.mutate({ params: { id }, body: { day: nextReminder?.day ?? null } })}
    >
      <Send aria-hidden />
      {remind.isPending ? 'Sending...' : 'Send Reminder'}
    </ConfirmButton>
  )
}

const SEND = { title: 'Send this reminder now?', action: 'Send Now' }

function useLetterName({ template_id }: RoundPage) {
  const templateName = useTemplateName()
  return template_id === null ? 'each group’s own' : templateName(template_id)
}

function sendText({ remindable, due_on }: RoundPage, letter: string) {
  const text = `It goes to ${counted(remindable, 'client', 'clients')} who have not answered and were not emailed in the last 24 hours. Letter: ${letter}.`
  if (daysUntil(due_on) >= 0) return text
  return `${text} The due date has passed, and the letter may name it: edit the round first to set a new one.`
}

const SKIP = {
  title: 'Skip this reminder?',
  text: 'It will not go out. The reminders after it stay as they are.',
  action: 'Skip This One',
}
