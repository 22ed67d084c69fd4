import { type Generated, sql } from 'kysely'
import type { DefaultedTimestamp, Json } from './schema.ts'

export interface AccountTables {
  admins: AdminRow
  sessions: SessionRow
  refresh_tokens: RefreshTokenRow
  signing_keys: SigningKeyRow
  throttle: ThrottleRow
  factors: FactorRow
  challenges: ChallengeRow
  recovery_codes: { admin_id: string; code_hash: string; used_at: string | null }
  one_time_codes: OneTimeCodeRow
  identities: IdentityRow
  flows: FlowRow
  security_log: SecurityLogRow
}

export interface AdminRow {
  id: Generated<string>
  email: string
  password_hash: string | null
  role: Generated<'admin' | 'member'>
  email_confirmed_at: string | null
  new_email: string | null
  invited_at: string | null
  banned_until: string | null
  last_sign_in_at: string | null
  user_metadata: Json<Record<string, unknown>>
  app_metadata: Json<Record<string, unknown>>
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
}

export interface AuthMethod {
  method: string
  /** In seconds. */
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

export interface RefreshTokenRow {
  token_hash: string
  session_id: string
  created_at: string
  used_at: string | null
}

export interface SigningKeyRow {
  kid: string
  public_jwk: unknown
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

export interface ChallengeRow {
  id: Generated<string>
  admin_id: string
  /** null: any of the account's passkeys may answer. */
  factor_id: string | null
  challenge: string | null
  expires_at: string
}

export interface OneTimeCodeRow {
  id: Generated<string>
  admin_id: string
  kind: 'recovery' | 'invite' | 'email_change' | 'signup' | 'magiclink' | 'reauthentication'
  email: string
  token_hash: string
  /** '' if the digits are void and the link is not. */
  code_hash: string
  wrong_digits: Generated<number>
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

export interface Person {
  sub: string
  email: string | null
  email_verified: boolean
  name: string | null
}

export interface FlowRow {
  state_hash: string
  provider: string
  secrets: string
  link_session_id: string | null
  person: Json<Person> | null
  redirect_to: string
  code_challenge: string | null
  code_hash: string | null
  admin_id: string | null
  expires_at: string
}

interface SecurityLogRow {
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
  /** A kind and a key, like 'account:…'. */
  key: string
  fails: number
  last_fail_at: string
  locked_until: string | null
  refusal_logged: Generated<boolean>
}

/** Whether the row of `admins` has a proven second factor. */
export const HAS_FACTOR = sql<boolean>`exists (
  select from factors where admin_id = admins.id and status = 'verified')`
