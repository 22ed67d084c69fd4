import type { ColumnType, Generated, Kysely, Transaction } from 'kysely'

/** Timestamps are ISO strings in both directions, bigints are numbers: see open.ts. */
type DefaultedTimestamp = ColumnType<string, string | undefined, string>

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
  templates: TemplateRow
  template_versions: TemplateVersionRow
  imports: ImportRow
  import_clients: ImportClientRow
  import_refusals: ImportRefusalRow
  mailings: MailingRow
  messages: MessageRow
  verification_links: VerificationLinkRow
}

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

/** JSON goes in as text and comes out read. */
type Json<T> = ColumnType<T, string | undefined, string>

export interface AdminRow {
  id: Generated<string>
  email: string
  password_hash: string | null
  role: Generated<'admin' | 'member'>
  email_confirmed_at: string | null
  /** Asked for, and not yet confirmed. */
  new_email: string | null
  invited_at: string | null
  banned_until: string | null
  last_sign_in_at: string | null
  user_metadata: Json<Record<string, unknown>>
  app_metadata: Json<Record<string, unknown>>
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
}

/** A step of a sign-in, as the tokens tell it. */
export interface AuthMethod {
  method: string
  /** Seconds. */
  timestamp: number
}

export interface SessionRow {
  id: Generated<string>
  admin_id: string
  created_at: string
  last_used_at: string
  expires_at: string
  address: string
  user_agent: string
  aal: Generated<'aal1' | 'aal2'>
  amr: Json<AuthMethod[]>
  confirmed_at: string | null
}

interface RefreshTokenRow {
  token_hash: string
  session_id: string
  created_at: string
  used_at: string | null
}

export interface SigningKeyRow {
  kid: string
  public_jwk: unknown
  /** Sealed with the secret key. */
  private_key: string
  created_at: DefaultedTimestamp
  retired_at: string | null
}

export interface FactorRow {
  id: Generated<string>
  admin_id: string
  type: 'totp' | 'webauthn'
  name: string
  status: Generated<'unverified' | 'verified'>
  secret: string | null
  last_step: Generated<number>
  credential_id: string | null
  public_key: string | null
  counter: Generated<number>
  transports: Json<string[]>
  created_at: string
  last_used_at: string | null
}

interface ChallengeRow {
  id: Generated<string>
  admin_id: string
  factor_id: string | null
  challenge: string | null
  expires_at: string
}

interface RecoveryCodeRow {
  admin_id: string
  code_hash: string
  used_at: string | null
}

export interface OneTimeCodeRow {
  id: Generated<string>
  admin_id: string
  kind: 'recovery' | 'invite' | 'email_change' | 'signup' | 'magiclink' | 'reauthentication'
  email: string
  token_hash: string
  code_hash: string
  created_at: string
  expires_at: string
}

export interface IdentityRow {
  id: Generated<string>
  admin_id: string
  provider: string
  subject: string
  email: string | null
  data: Json<Record<string, unknown>>
  created_at: string
  last_sign_in_at: string | null
}

export interface FlowRow {
  state_hash: string
  provider: string
  secrets: string
  link_session_id: string | null
  redirect_to: string
  code_challenge: string | null
  code_hash: string | null
  admin_id: string | null
  expires_at: string
}

export interface SecurityLogRow {
  id: Generated<number>
  at: string
  event: string
  admin_id: string | null
  email: string | null
  address: string
  user_agent: string
  detail: string | null
}

interface ThrottleRow {
  /** 'account:…' or 'address:…' */
  key: string
  fails: number
  last_fail_at: string
  locked_until: string | null
}

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
  total_rows: Generated<number>
  /** Rows of the sheet dealt with; a restart goes on behind them. */
  done_rows: Generated<number>
  created: Generated<number>
  updated: Generated<number>
  unchanged: Generated<number>
  refused: Generated<number>
  clients_before: number
  mailing_id: number | null
  error: string | null
  lease_until: string | null
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
