import type { Stats } from '@attest/contract/dashboard'
import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { counted } from '../lib/format.ts'
import { buttonClass } from '../ui/button.tsx'

/** What the office must decide, before all figures. */
export default function Notices({ stats }: { stats: Stats; onClose: () => void }) {
  const { disputed, reported, heldRounds } = stats
  return (
    <>
      {disputed > 0 && <DisputedNotice clients={disputed} />}
      {reported > 0 && <ReportedNotice clients={reported} />}
      {heldRounds > 0 && <HeldRounds count={heldRounds} />}
    </>
  )
}

/** First on the dashboard: somebody may have changed these clients' details in their name. */
const DisputedNotice = ({ clients }: { clients: number }) => (
  <section
    aria-label="Disputed"
    className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-3.5 rounded-md border border-danger bg-danger-soft px-4 py-4 md:px-5.5"
  >
    <p className="flex min-w-0 flex-1 basis-90 items-start gap-3">
      <ShieldAlert aria-hidden className="mt-0.75 size-4.5 shrink-0 text-danger" />
      <span>
        <b className="font-semibold text-danger">
          {counted(clients, 'client says', 'clients say')} about the last change: “This was not me.”
        </b>{' '}
        No email goes to them until you decide which details are right.
      </span>
    </p>
    <Link
      to="/user-management"
      search={{ excused: 'disputed' }}
      className={buttonClass({}, 'max-md:w-full')}
    >
      Look at Them
    </Link>
  </section>
)

const ReportedNotice = ({ clients }: { clients: number }) => (
  <Notice
    label="Wrong hands"
    text={`${counted(clients, 'client was', 'clients were')} reported as the wrong person or as deceased. Call about them.`}
  >
    <Link
      to="/user-management"
      search={{ excused: 'reported' }}
      className={buttonClass({}, 'max-md:w-full')}
    >
      Look at Them
    </Link>
  </Notice>
)

const HeldRounds = ({ count }: { count: number }) => (
  <Notice
    label="Planned rounds"
    text={`${counted(count, 'planned round waits', 'planned rounds wait')} for you. No letter goes out by itself.`}
  >
    <Link to="/rounds" className={buttonClass({}, 'max-md:w-full')}>
      Look at the Plan
    </Link>
  </Notice>
)

const Notice = ({
  label,
  text,
  children,
}: {
  label: string
  text: string
  children: ReactNode
}) => (
  <section
    aria-label={label}
    className="mb-5 flex flex-wrap items-center gap-x-6 gap-y-3.5 rounded-md border border-line-strong bg-panel px-4 py-4 md:px-5.5"
  >
    <p className="min-w-0 flex-1 basis-90 font-semibold">{text}</p>
    {children}
  </section>
)
