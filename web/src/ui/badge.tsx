import {
  Check,
  CircleAlert,
  CircleDot,
  CircleHelp,
  Clock,
  FileX,
  Lock,
  type LucideIcon,
  MailCheck,
  Paperclip,
  Pencil,
  Plus,
  ShieldAlert,
  ShieldCheck,
  Trash2,
  Undo2,
} from 'lucide-react'
import type { ComponentProps } from 'react'

interface BadgeProps {
  label: string
  icon: LucideIcon
  /** Classes for background and text; neutral unless the colour has a meaning. */
  colour?: string
}

/** For a state that only another version of the server knows. */
export const UNKNOWN_STATE: BadgeProps = { label: 'Unknown', icon: CircleHelp }

export function Badge({ label, icon: Icon, colour = 'bg-sunk text-ink-2' }: BadgeProps) {
  return (
    <span
      className={`inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full pr-2.5 pl-2 align-middle font-sans text-[0.8125rem] font-semibold tracking-normal whitespace-nowrap ${colour}`}
    >
      <Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
      {label}
    </span>
  )
}

const looks: Record<string, ComponentProps<typeof Badge>> = {
  confirmed: { label: 'Confirmed', icon: Check, colour: 'bg-confirmed-soft text-confirmed' },
  updated: { label: 'Updated', icon: Pencil, colour: 'bg-updated-soft text-updated' },
  pending: { label: 'Pending', icon: Clock, colour: 'bg-pending-soft text-pending' },
  created: { label: 'Created', icon: Plus },
  deleted: { label: 'Deleted', icon: Trash2 },
  file_uploaded: { label: 'File Uploaded', icon: Paperclip },
  file_deleted: { label: 'File Deleted', icon: FileX },
  email_confirmed: { label: 'Email Confirmed', icon: MailCheck },
  open: { label: 'Open', icon: CircleDot, colour: 'bg-accent-soft text-accent' },
  closed: { label: 'Closed', icon: Lock },
  planned: { label: 'Planned', icon: Clock, colour: 'bg-accent-soft text-accent' },
  held: { label: 'Waits for You', icon: CircleAlert, colour: 'bg-accent-soft text-accent' },
  disputed: { label: 'Disputed', icon: ShieldAlert, colour: 'bg-danger-soft text-danger' },
  merged: { label: 'Merged', icon: Plus },
  merge_undone: { label: 'Merge Undone', icon: Undo2 },
  restored: { label: 'Restored', icon: Undo2 },
  wrong_person: { label: 'Wrong Person', icon: ShieldAlert, colour: 'bg-danger-soft text-danger' },
  reported_deceased: { label: 'Reported as Deceased', icon: CircleAlert },
  report_ended: { label: 'Report Ended', icon: ShieldCheck },
  dispute_ended: { label: 'Dispute Ended', icon: ShieldCheck },
}

/** The status or dispute of a client, the state of a round, or the action of a change. */
export const StatusBadge = ({ status }: { status: string }) => (
  <Badge {...(looks[status] ?? UNKNOWN_STATE)} />
)
