import type { Reminder, RoundPage } from '@attest/contract/rounds'
import { Link } from '@tanstack/react-router'
import { Check, Clock, type LucideIcon, Minus, SkipForward } from 'lucide-react'
import { weekdayOf } from './round-time.ts'

const OUTCOMES: Record<Reminder['outcome'], { name: string; icon: LucideIcon }> = {
  planned: { name: 'Planned', icon: Clock },
  sent: { name: 'Sent', icon: Check },
  nobody: { name: 'Nobody to Remind', icon: Minus },
  skipped: { name: 'Skipped', icon: SkipForward },
  missed: { name: 'Missed', icon: Minus },
}

export function ReminderList({ round }: { round: RoundPage }) {
  const { reminders, closed_at, mailings } = round
  const shown = closed_at ? reminders.filter(({ outcome }) => outcome !== 'planned') : reminders
  if (shown.length === 0) return closed_at ? <p className="text-ink-2">None went out.</p> : null
  return (
    <ol aria-label="Reminders" className="border-t border-line first:border-t-0">
      {shown.map((reminder) => {
        const mailing = mailings.find(({ id }) => id === reminder.mailingId)
        const at = mailing?.created_at ?? reminder.at
        return <Item key={`${reminder.day} ${reminder.at}`} reminder={{ ...reminder, at }} />
      })}
    </ol>
  )
}

function Item({ reminder: { number, at, outcome, mailingId } }: { reminder: Reminder }) {
  const { name, icon: Icon } = OUTCOMES[outcome]
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 last:border-b-0">
      <span className="min-w-0 flex-1">
        Reminder {number} <span className="text-sm text-ink-3">{weekdayOf(at)}</span>
      </span>
      <span className="flex items-center gap-1.5 text-md font-semibold text-ink-2">
        <Icon aria-hidden className="size-4" />
        {mailingId === null ? (
          name
        ) : (
          <Link to="/mailings/$mailingId" params={{ mailingId: String(mailingId) }}>
            {name}
          </Link>
        )}
      </span>
    </li>
  )
}
