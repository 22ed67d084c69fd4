import type { Generated } from 'kysely'

export interface MailboxTables {
  mail_events: MailEventRow
  mailbox_folders: { folder: string; uidvalidity: number; last_uid: number }
  mailbox: {
    singleton: Generated<boolean>
    next_at: string
    read_at: Generated<string | null>
    problem: Generated<string | null>
    failures: Generated<number>
    changed_at: Generated<string | null>
  }
}

export interface MailEventRow {
  id: Generated<number>
  source_id: string
  kind: 'bounced' | 'complained' | 'reply' | 'delayed' | 'autoreply'
  message_id: number
  email: string
  at: string
  status: string | null
  reason: string | null
  /** What a bounce is about. */
  about: 'address' | 'mailbox' | 'us' | null
  /** Encrypted with the secret key. */
  raw: string | null
  applied_at: Generated<string | null>
  dismissed_at: Generated<string | null>
  dismissed_by: Generated<string | null>
}
