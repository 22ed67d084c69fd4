import {
  Check,
  Clock,
  FileX,
  MailCheck,
  Paperclip,
  Pencil,
  Plus,
  ShieldAlert,
  ShieldCheck,
  Trash2,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { Badge, UNKNOWN_STATE } from './badge.tsx'

const looks: Record<string, ComponentProps<typeof Badge>> = {
  confirmed: { label: 'Confirmed', icon: Check, colour: 'bg-confirmed-soft text-confirmed' },
  updated: { label: 'Updated', icon: Pencil, colour: 'bg-updated-soft text-updated' },
  pending: { label: 'Pending', icon: Clock, colour: 'bg-pending-soft text-pending' },
  created: { label: 'Created', icon: Plus },
  deleted: { label: 'Deleted', icon: Trash2 },
  file_uploaded: { label: 'File Uploaded', icon: Paperclip },
  file_deleted: { label: 'File Deleted', icon: FileX },
  email_confirmed: { label: 'Email Confirmed', icon: MailCheck },
  disputed: { label: 'Disputed', icon: ShieldAlert, colour: 'bg-danger-soft text-danger' },
  dispute_ended: { label: 'Dispute Ended', icon: ShieldCheck },
}

/** A client's status or dispute, or what a change record did. */
export const StatusBadge = ({ status }: { status: string }) => (
  <Badge {...(looks[status] ?? UNKNOWN_STATE)} />
)
