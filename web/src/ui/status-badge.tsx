import {
  Check,
  CircleHelp,
  Clock,
  FileX,
  type LucideIcon,
  Paperclip,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react'

interface Look {
  label: string
  icon: LucideIcon
  colour: string
}

const neutral = 'bg-sunk text-ink-2'
const looks: Record<string, Look> = {
  confirmed: { label: 'Confirmed', icon: Check, colour: 'bg-confirmed-soft text-confirmed' },
  updated: { label: 'Updated', icon: Pencil, colour: 'bg-updated-soft text-updated' },
  pending: { label: 'Pending', icon: Clock, colour: 'bg-pending-soft text-pending' },
  created: { label: 'Created', icon: Plus, colour: neutral },
  deleted: { label: 'Deleted', icon: Trash2, colour: neutral },
  file_uploaded: { label: 'File Uploaded', icon: Paperclip, colour: neutral },
  file_deleted: { label: 'File Deleted', icon: FileX, colour: neutral },
}
const unknown: Look = { label: 'Unknown', icon: CircleHelp, colour: neutral }

/** A client's status, or what a change record did: always icon, word and colour. */
export function StatusBadge({ status }: { status: string }) {
  const { label, icon: Icon, colour } = looks[status] ?? unknown
  return (
    <span
      className={`inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full pr-2.5 pl-2 align-middle font-sans text-[0.8125rem] font-semibold tracking-normal ${colour}`}
    >
      <Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
      {label}
    </span>
  )
}
