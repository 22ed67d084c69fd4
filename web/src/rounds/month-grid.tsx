import { addDays, daysBetween, noonOf, WEEKDAYS } from './round-words.ts'

interface MonthGridProps {
  /** Days like 2026-11-27; '' where none is chosen. */
  first: string
  reminders: string[]
  due: string
}

const MOST_MONTHS = 3

/** A calendar of the months with letters. The dates beside it say the same in words. */
export function MonthGrid({ first, reminders, due }: MonthGridProps) {
  const marked = [first, ...reminders, due].filter(Boolean).map((day) => day.slice(0, 7))
  const months = [...new Set(marked)].sort().slice(0, MOST_MONTHS)
  const markOf = (day: string) => {
    if (day === first) return 'bg-accent font-semibold text-accent-ink'
    if (reminders.includes(day)) return 'bg-accent-soft font-semibold text-accent'
    return day === due ? 'border-2 border-accent font-semibold text-accent' : ''
  }
  return (
    <div aria-hidden className="grid gap-4 max-md:hidden">
      {months.map((month) => (
        <div key={month}>
          <p className="mb-1.5 text-center text-md font-semibold">{nameOf(month)}</p>
          <div className="grid grid-cols-[repeat(7,2.25rem)] gap-0.5 text-center text-sm">
            {WEEKDAYS.map((name) => (
              <span key={name} className="py-1 text-ink-3">
                {name[0]}
              </span>
            ))}
            {daysOf(month).map((day, n) => (
              <span
                key={day}
                style={n === 0 ? { gridColumnStart: weekdayOf(day) } : undefined}
                className={`flex h-8 items-center justify-center rounded-sm ${markOf(day)} ${weekdayOf(day) > 5 ? 'text-ink-3' : ''}`}
              >
                {Number(day.slice(8))}
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

/** 1 is Monday. */
const weekdayOf = (day: string) => ((new Date(noonOf(day)).getDay() + 6) % 7) + 1

const nameOf = (month: string) =>
  new Date(noonOf(`${month}-01`)).toLocaleDateString('en-US', { month: 'long', year: 'numeric' })

const nextMonth = (month: string) => addDays(`${month}-28`, 4).slice(0, 7)

function daysOf(month: string): string[] {
  const count = daysBetween(`${month}-01`, `${nextMonth(month)}-01`)
  return Array.from({ length: count }, (_, n) => addDays(`${month}-01`, n))
}
