import type { AttachmentCategory } from '@attest/contract/attachments'
import type { ClientField, NullableField } from '@attest/contract/client-fields'
import type { Client } from '@attest/contract/clients'
import type { MailingSummary } from '@attest/contract/mailings'
import type { OwnColumn, OwnValues } from '@attest/contract/own-columns'
import type { Translation } from '@attest/contract/templates'
import type { AnsweredBy } from '@attest/contract/verification'
import type { Reported, ReportedAs } from '@attest/contract/wrong-hands'
import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'
import type { AccountTables } from './account-schema.ts'
import type { HistoryTables } from './history-schema.ts'
import type { ImportTables } from './import-schema.ts'
import type { MailboxTables } from './mailbox-schema.ts'
import type { RoundTables } from './round-schema.ts'
import type { TrashTables } from './trash-schema.ts'

/** Append-only. */
export interface AnswerRow {
  id: Generated<number>
  client_id: number
  client_number: string
  name: string
  at: string
  via: 'link' | 'phone' | 'letter' | 'in_person'
  /** The administrator who recorded it; null: the client answered. */
  admin: Generated<string | null>
  result: 'confirmed' | 'updated'
  /** The changed fields before the answer, and every detail after it. */
  old: ColumnType<Record<string, string | null>, string, never>
  new: ColumnType<Record<string, string | null>, string, never>
  note: Generated<string | null>
  /** The address that got mail before the answer; null in answers of former versions. */
  mail_to: Generated<string | null>
  mail_to_by: Generated<MailToBy | null>
  /** Later than `at` if the answer was dated back. */
  recorded_at: string
  answered_by: Json<AnsweredBy | null>
  /** Whether a changed value looks mistaken. */
  implausible: Generated<boolean>
}

/** Append-only. */
export interface ReviewRow {
  id: Generated<number>
  answer_id: number
  at: string
  admin_email: string
  outcome: 'taken_over' | 'set_back' | 'earlier'
  fields: string[]
  note: string | null
}

export interface Database
  extends AccountTables,
    HistoryTables,
    ImportTables,
    MailboxTables,
    RoundTables,
    TrashTables {
  clients: ClientRow
  own_columns: OwnColumnRow
  client_counts: { pending: number; confirmed: number; updated: number }
  answers: AnswerRow
  reviews: ReviewRow
  attachments: AttachmentRow
  file_removals: { key: string; due_at: string }
  templates: TemplateRow
  template_versions: TemplateVersionRow
  mailings: MailingRow
  messages: MessageRow
  verification_links: VerificationLinkRow
  nightly_backup: NightlyBackupRow
  seals: SealRow
  removed_changes: { change_id: number; hash: string; at: string; admin_email: string }
  seal_checks: { singleton: Generated<boolean>; at: string; problem: string | null }
  settings: { name: string; value: string }
  firm_logo: { hash: string; type: string; bytes: Buffer }
  settings_saved: { section: string; at: string; admin_email: string }
  restored_copy: RestoredCopyRow
  mail_server: { singleton: Generated<boolean> }
  sending_pause: SendingPauseRow
  views: ViewRow
  corrections_downloads: { admin_id: string; at: string }
  list_columns: { admin_id: string; columns: Json<string[]> }
}

export type MailToBy = Client['mail_to_by']

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

type FieldColumns = {
  [F in ClientField]: F extends NullableField
    ? string | null
    : F extends 'country' | 'language'
      ? Generated<string>
      : string
}

export interface ClientRow extends FieldColumns {
  id: Generated<number>
  status: Generated<'pending' | 'confirmed' | 'updated'>
  has_changes: Generated<boolean>
  last_updated: string
  created_at: string
  search_text: ColumnType<string, never, never>
  excused_reason: Generated<'deceased' | 'left' | 'declined' | 'other' | null>
  excused_at: Generated<string | null>
  excused_by: Generated<string | null>
  excused_note: Generated<string | null>
  /** The address that all mail goes to; '': none. Only `routeMail` decides it. */
  mail_to: string
  mail_to_by: Generated<MailToBy>
  /** When `email` should be confirmed; null if it is `mail_to`. */
  confirm_by: Generated<string | null>
  disputed_at: Generated<string | null>
  disputed_answer_id: Generated<number | null>
  reported: ColumnType<Reported | null, string | undefined, string | null>
  reported_as: ColumnType<ReportedAs | null, never, never>
  /** A dead address. `bounced` says that it is `mail_to`, which then gets no mail. */
  bounced_to: Generated<string | null>
  bounced_at: Generated<string | null>
  bounced: ColumnType<boolean, never, never>
  own: Generated<OwnValues>
  own_search: ColumnType<string, never, never>
}

interface OwnColumnRow extends Omit<OwnColumn, 'id' | 'choices'> {
  id: Generated<number>
  choices: Json<string[]>
}

/** The purpose of a link and of the message that brings it. */
export type LinkPurpose = 'answer' | 'confirm_email' | 'not_me'

export interface AttachmentRow {
  id: Generated<number>
  client_id: number
  key: string
  original_name: string
  mime_type: string
  file_size: number
  hash: string
  category: AttachmentCategory
  description: string | null
  uploaded_at: string
  admin_email: string
}

export interface TemplateColumns extends Translation {
  name: string
  translations: ColumnType<Partial<Record<string, Translation>>, string, string>
}

export interface TemplateRow extends TemplateColumns {
  id: string
  reminder_of: Generated<string | null>
  version: number
  updated_at: DefaultedTimestamp
}

interface TemplateVersionRow extends TemplateColumns {
  template_id: string
  version: number
  created_at: DefaultedTimestamp
  admin_email: string | null
}

export interface MailingRow {
  id: Generated<number>
  kind: MailingSummary['kind']
  round_id: Generated<number | null>
  status_filter: 'all' | 'pending' | 'confirmed' | 'updated' | null
  admin_email: string
  reopened: Generated<number>
  created_at: string
  retry_of: Generated<number | null>
  canceled_at: Generated<string | null>
  canceled_by: Generated<string | null>
  /** The browser makes a new one for each press. */
  request_id: Generated<string | null>
  request: Generated<string | null>
  counts: ColumnType<MessageCounts | null, string | undefined, string | null>
}

export interface MessageCounts {
  total: number
  accepted: number
  /** Accepted emails, fewer than clients if some share one. Missing in counts of former versions. */
  emails?: number
  failed: number
  canceled: number
  waiting: number
  untried: number
  inDoubt: number
}

export interface MessageRow {
  id: Generated<number>
  mailing_id: number
  client_id: number | null
  former_client_id: Generated<number | null>
  email: string
  state: Generated<'queued' | 'sending' | 'accepted' | 'failed' | 'canceled'>
  attempts: Generated<number>
  next_attempt_at: string
  lease_until: string | null
  /** The process of the claim, and the claim's number. */
  claimed_by: Generated<string | null>
  claim_id: Generated<number | null>
  /** Fixed at creation, so that mail programs show a repeated message once. */
  message_id: string
  template_id: string
  template_version: number | null
  error: string | null
  smtp_response: string | null
  /** The message was repeated after a crash hid whether the first attempt arrived. */
  in_doubt: Generated<boolean>
  provider: string | null
  settled_at: string | null
  /** Never queued again: the client has answered, or the mailing is canceled. */
  last_try: Generated<boolean>
  /** The status this message set back to pending; null: already pending. */
  status_before: Generated<'confirmed' | 'updated' | null>
  purpose: Generated<LinkPurpose>
  /** The answer that a receipt announces. */
  answer_id: Generated<number | null>
  /** Equal for recipients of a mailing who share address, letter and language; null if nobody shares. */
  household: Generated<number | null>
  /** The message whose email also carries this one; null if it has its own email. */
  leader_id: Generated<number | null>
  bounced_at: Generated<string | null>
}

export interface VerificationLinkRow {
  token_hash: string
  client_id: number
  email: string
  issued_at: string
  expires_at: string
  revoked_at: string | null
  answered_at: string | null
  answer_hash: string | null
  purpose: Generated<LinkPurpose>
  /** The answer that a `not_me` link disputes. */
  answer_id: Generated<number | null>
  /** The mailing whose email brought it; null in links of former versions. */
  mailing_id: Generated<number | null>
}

export interface SealRow {
  seq: number
  at: string
  table_name: string
  from_id: number
  to_id: number
  count: number
  hash: string
}

interface NightlyBackupRow {
  singleton: Generated<boolean>
  succeeded_at: string | null
  failed_at: string | null
  failure: string | null
}

export interface ViewRow {
  id: Generated<number>
  /** Null: shared by all. */
  owner_id: string | null
  name: string
  filter: Json<Record<string, unknown>>
  sort: string
  columns: Json<string[]>
  version: Generated<number>
}

interface RestoredCopyRow {
  singleton: Generated<boolean>
  restored_at: string
  backup_made_at: string
  emails_canceled: number
}

interface SendingPauseRow {
  singleton: Generated<boolean>
  reason: string | null
  resumed_at: string | null
}

/** Timestamps are ISO strings both ways, bigints are numbers: see `typeParsers` in open.ts. */
export type DefaultedTimestamp = ColumnType<string, string | undefined, string>

export type Json<T> = ColumnType<T, string | undefined, string>
