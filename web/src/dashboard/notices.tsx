import type { Stats } from '@attest/contract/dashboard'
import { Link } from '@tanstack/react-router'
import { CircleAlert, ShieldAlert } from 'lucide-react'
import { counted } from '../lib/format.ts'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** What the office must decide, above all figures. Disputes come first: somebody may have posed as a client. */
export default function Notices({ stats }: { stats: Stats; onClose: () => void }) {
  const { disputed, reported, heldRounds } = stats
  return (
    <>
      {disputed > 0 && (
        <Notice
          label="Disputed"
          icon={ShieldAlert}
          danger
          fact={`${counted(disputed, 'client says', 'clients say')} about the last change: “This was not me.”`}
          text="No email goes to them until you decide which details are right."
          action={<LookAtThem excused="disputed" />}
        />
      )}
      {reported > 0 && (
        <Notice
          label="Wrong hands"
          icon={CircleAlert}
          fact={`${counted(reported, 'client was', 'clients were')} reported as the wrong person or as deceased.`}
          text="Call about them."
          action={<LookAtThem excused="reported" />}
        />
      )}
      {heldRounds > 0 && (
        <Notice
          label="Planned rounds"
          icon={CircleAlert}
          fact={`${counted(heldRounds, 'planned round waits', 'planned rounds wait')} for you.`}
          text="No letter goes out by itself."
          action={
            <Link to="/rounds" className={buttonClass({}, 'max-md:w-full')}>
              Look at the Plan
            </Link>
          }
        />
      )}
    </>
  )
}

const LookAtThem = ({ excused }: { excused: 'disputed' | 'reported' }) => (
  <Link to="/user-management" search={{ excused }} className={buttonClass({}, 'max-md:w-full')}>
    Look at Them
  </Link>
)
