import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { counted } from '../lib/format.ts'
import { buttonClass } from '../ui/button.tsx'

/** First on the dashboard: somebody may have changed these clients' details in their name. */
export const DisputedNotice = ({ clients }: { clients: number }) => (
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
