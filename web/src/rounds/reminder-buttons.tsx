import type { RoundPage } from '@attest/contract/rounds'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { counted } from './round-words.ts'
import { useRemind, useUpdateRound } from './use-rounds.ts'

const asked = (n: number) => counted(n, 'client without an answer', 'clients without an answer')

export function ReminderButtons({ round }: { round: RoundPage }) {
  const { id, nextReminder, paused } = round
  const [asking, setAsking] = useState<'send' | 'skip' | null>(null)
  const remind = useRemind()
  const update = useUpdateRound()
  const params = { id }
  const day = nextReminder?.day ?? null
  const recipients = nextReminder?.recipients ?? round.coverage.reasons.asked
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        blocked={remind.isPending || recipients === 0}
        onClick={() => setAsking('send')}
      >
        {remind.isPending ? 'Sending...' : 'Send Now'}
      </Button>
      {nextReminder && (
        <>
          <Button size="sm" blocked={remind.isPending} onClick={() => setAsking('skip')}>
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
      <ConfirmDialog
        open={asking === 'send'}
        onOpenChange={() => setAsking(null)}
        title="Send this reminder now?"
        text={`It goes to ${asked(recipients)}.`}
        action="Send Now"
        harmless
        onConfirm={() => remind.mutate({ params, body: { day } })}
      />
      <ConfirmDialog
        open={asking === 'skip'}
        onOpenChange={() => setAsking(null)}
        title="Skip this reminder?"
        text="It will not go out. The reminders after it stay as they are."
        action="Skip This One"
        harmless
        onConfirm={() => remind.mutate({ params, body: { day, skip: true } })}
      />
    </div>
  )
}
