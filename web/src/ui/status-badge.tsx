import { Check, CircleHelp, Clock, FileX, Paperclip, Pencil, Plus, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Badge } from './badge.tsx'

const looks: Record<string, ComponentProps<typeof Badge>> = {
  confirmed: { label: 'Confirmed', icon: Check, colour: 'bg-confirmed-soft text-confirmed' },
  updated: { label: 'Updated', icon: Pencil, colour: 'bg-updated-soft text-updated' },
  pending: { label: 'Pending', icon: Clock, colour: 'bg-pending-soft text-pending' },
  created: { label: 'Created', icon: Plus },
  deleted: { label: 'Deleted', icon: Trash2 },
  file_uploaded: { label: 'File Uploaded', icon: Paperclip },
  file_deleted: { label: 'File Deleted', icon: FileX },
}
const unknown = { label: 'Unknown', icon: CircleHelp }

/** A client's status, or what a change record did. */
export const StatusBadge = ({ status }: { status: string }) => (
  <Badge {...(looks[status] ?? unknown)} />
)
