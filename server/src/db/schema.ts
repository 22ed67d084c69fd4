import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'
import type {
  AdminRow,
  ChallengeRow,
  FactorRow,
  FlowRow,
  IdentityRow,
  OneTimeCodeRow,
  RecoveryCodeRow,
  RefreshTokenRow,
  SecurityLogRow,
  SessionRow,
  SigningKeyRow,
  ThrottleRow,
} from './account-schema.ts'
import type { DefaultedTimestamp } from './column-types.ts'

export interface Database {
  admins: AdminRow
  sessions: SessionRow
  refresh_tokens: RefreshTokenRow
  signing_keys: SigningKeyRow
  throttle: ThrottleRow
  factors: FactorRow
  challenges: ChallengeRow
  recovery_codes: RecoveryCodeRow
  one_time_codes: OneTimeCodeRow
  identities: IdentityRow
  flows: FlowRow
  security_log: SecurityLogRow
  clients: ClientRow
  client_counts: ClientCountsRow
  changes: ChangeRow
  attachments: AttachmentRow
  database_id: DatabaseIdRow
  templates: TemplateRow
  template_versions: TemplateVersionRow
  imports: ImportRow
  import_clients: ImportClientRow
  import_refusals: ImportRefusalRow
  mailings: MailingRow
  messages: MessageRow
  verification_links: VerificationLinkRow
  nightly_backup: NightlyBackupRow
  restored_copy: RestoredCopyRow
}

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export interface ClientRow {
  id: Generated<number>
  client_number: string
  first_name: string
  last_name: string
  email: string
  phone_number: string
  alt_number: string | null
  address: string
  city: string
  state: string
  zip_code: string
  group_template: string
  status: Generated<'pending' | 'confirmed' | 'updated'>
  has_changes: Generated<boolean>
  last_updated: string
  created_at: string
  search_text: ColumnType<string, never, never>
}

/** The row is made when it is first asked for. */
interface DatabaseIdRow {
  id: Generated<string>
}

/** One row, kept by triggers. */
interface ClientCountsRow {
  pending: number
  confirmed: number
  updated: number
}

interface ChangeRow {
  id: Generated<number>
  client_id: number
  action: 'created' | 'updated' | 'confirmed' | 'deleted' | 'file_uploaded' | 'file_deleted'
  /** Who did it, by the address of that day; null: the client. */
  admin_email: string | null
  timestamp: string
  old_data: string
  new_data: string
}

export interface AttachmentRow {
  id: Generated<number>
  client_id: number
  /** Where the bytes lie in the store. */
  key: string
  original_name: string
  mime_type: string
  file_size: number
  /** sha-256, hex. */
  hash: string
  category: 'document' | 'spreadsheet' | 'image' | 'other'
  description: string | null
  uploaded_at: string
  admin_email: string
}

/** The content columns bear the names of the wire. */
export interface TemplateColumns {
  name: string
  subject: string
  textContent: string
  greeting: string
  mainMessage: string
  addressLabel: string
  buttonText: string
  footerMessage: string
  signature: string
}

export interface TemplateRow extends TemplateColumns {
  id: string
  version: number
  updated_at: DefaultedTimestamp
}

interface TemplateVersionRow extends TemplateColumns {
  template_id: string
  version: number
  created_at: DefaultedTimestamp
  /** Who saved it; null: it came with the product. */
  admin_email: string | null
}

export interface ImportRow {
  id: string
  file_name: string
  file_hash: string
  admin_email: string
  send: boolean
  /** Of the rows; the mailing behind them has its own ledger. */
  state: Generated<'running' | 'finished' | 'failed'>
  /** Sheets of the file that hold something and were left out. */
  sheets_not_read: Generated<string[]>
  /** Columns of the sheet that hold something and are no field of a client's. */
  heads_not_read: Generated<string[]>
  total_rows: Generated<number>
  /** Rows of the sheet dealt with; a restart goes on behind them. */
  done_rows: Generated<number>
  created: Generated<number>
  updated: Generated<number>
  unchanged: Generated<number>
  kept: Generated<number>
  refused: Generated<number>
  clients_before: number
  mailing_id: number | null
  error: string | null
  lease_until: string | null
  /** How often it was resumed after its process died, since its last committed batch. */
  resumed: Generated<number>
  created_at: string
  finished_at: string | null
}

interface ImportClientRow {
  import_id: string
  client_id: number
}

interface ImportRefusalRow {
  import_id: string
  row: number
  client_number: string
  reason: string
}

export interface MailingRow {
  id: Generated<number>
  kind: 'import' | 'bulk' | 'retry' | 'resend' | 'created'
  status_filter: 'all' | 'pending' | 'confirmed' | 'updated' | null
  admin_email: string
  /** Clients whose status went back to pending. */
  reopened: Generated<number>
  created_at: string
  /** For a retry: the mailing whose failed messages it repeats. */
  retry_of: Generated<number | null>
  canceled_at: Generated<string | null>
  /** Who did, by the address of that day. */
  canceled_by: Generated<string | null>
  /** Made by the browser for each press. */
  request_id: Generated<string | null>
  /** Of its messages, once none waits; null until then. */
  counts: ColumnType<MessageCounts | null, string | undefined, string>
}

export interface MessageCounts {
  total: number
  accepted: number
  failed: number
  canceled: number
  /** Queued or being sent. */
  waiting: number
  /** Of the waiting, those that were never tried. */
  untried: number
  /** Of the accepted, those that may have arrived twice. */
  inDoubt: number
}

export interface MessageRow {
  id: Generated<number>
  mailing_id: number
  client_id: number | null
  email: string
  state: Generated<'queued' | 'sending' | 'accepted' | 'failed' | 'canceled'>
  attempts: Generated<number>
  next_attempt_at: string
  lease_until: string | null
  /** Which sender took it up last, and in which order. */
  taken_by: Generated<string | null>
  taken_no: Generated<number | null>
  /** Fixed at creation: a message sent twice after a crash is one message to the reader. */
  message_id: string
  template_id: string
  template_version: number | null
  /** The last failure in plain words, and what the server answered. */
  error: string | null
  smtp_response: string | null
  /** Sent once more after a crash left it open whether the first try arrived. */
  in_doubt: Generated<boolean>
  provider: string | null
  settled_at: string | null
  /** However the try under way ends, it is not queued again: the client has answered, or its mailing is canceled. */
  last_try: Generated<boolean>
}

interface VerificationLinkRow {
  /** sha-256 of the token, hex. */
  token_hash: string
  client_id: number
  /** The address it was sent to. */
  email: string
  issued_at: string
  expires_at: string
  revoked_at: string | null
  answered_at: string | null
}

/** One row at most. */
interface NightlyBackupRow {
  singleton: Generated<boolean>
  succeeded_at: string | null
  failed_at: string | null
  /** Why the last one failed. */
  failure: string | null
}

/** One row until an administrator resumes what a restored copy does not do by itself. */
interface RestoredCopyRow {
  singleton: Generated<boolean>
  restored_at: string
  backup_made_at: string
  emails_canceled: number
}
