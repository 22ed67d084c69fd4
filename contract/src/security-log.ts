import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageQuery, searchText, text, timestamp } from './fields.ts'

/** The detail of these events starts with the sign-in method. */
const SIGN_IN = {
  'signed-in': 'Signed in',
  'first-step-passed': 'First step of signing in passed',
  'sign-in-failed': 'Sign-in failed',
  'sign-in-refused': 'Sign-in refused',
  'tries-refused': 'Too many attempts, paused',
  'confirmation-failed': 'Confirmation failed',
  'second-step-passed': 'Second factor given',
  'second-step-failed': 'Second factor failed',
  'recovery-code-used': 'Recovery code used',
}

export const SECURITY_EVENTS = {
  ...SIGN_IN,
  'signed-out': 'Signed out',
  'sessions-ended': 'Sessions ended',
  'stolen-token': 'Session ended: somebody may have copied it',
  'password-changed': 'Password changed',
  'password-reset-asked': 'Password reset requested',
  'email-change-asked': 'Change of address requested',
  'email-changed': 'Address changed',
  'factor-added': 'Second factor added',
  'factor-removed': 'Second factor removed',
  'factors-reset': 'Second factor reset',
  'recovery-codes-made': 'Recovery codes made',
  'recovery-codes-removed': 'Recovery codes removed',
  'identity-linked': 'Single sign-on linked',
  'identity-unlinked': 'Single sign-on unlinked',
  'signed-up': 'Signed up',
  'admin-added': 'Administrator added',
  'admin-invited': 'Administrator invited',
  'invitation-withdrawn': 'Invitation withdrawn',
  'admin-approved': 'Administrator approved',
  'admin-switched-off': 'Administrator switched off',
  'admin-switched-on': 'Administrator switched on',
  'admin-removed': 'Administrator removed',
  'account-changed': 'Account changed by an administrator',
  'clients-exported': 'Clients exported',
  'mailing-exported': 'Mailing exported',
  'round-closed': 'Round closed',
  'report-downloaded': 'Round’s report downloaded',
  'letters-printed': 'Letters on paper printed',
  'test-email-asked': 'Test email requested',
  'original-downloaded': 'Original of an email downloaded',
  'file-downloaded': 'File downloaded',
  'file-deleted': 'File deleted',
  'client-deleted': 'Client deleted',
  'column-deleted': 'Column deleted',
  'client-record-downloaded': 'Client’s record downloaded',
  'client-restored': 'Client restored from the trash',
  'clients-merged': 'Clients merged',
  'client-removed': 'Client deleted for good',
  'import-undone': 'Import undone',
  'import-file-downloaded': 'Imported file downloaded',
  'import-file-deleted': 'Imported file deleted',
  'change-deleted': 'Change record deleted',
  'template-deleted': 'Template deleted',
  'settings-changed': 'Settings changed',
  restored: 'Backup restored',
  resumed: 'Sending resumed',
} as const
export type SecurityEvent = keyof typeof SECURITY_EVENTS

export const SIGN_IN_EVENTS = Object.keys(SIGN_IN) as readonly SecurityEvent[]

/** The methods that start such a detail, in words. */
export const SIGN_IN_WAYS = {
  password: 'Password',
  otp: 'Mailed code',
  magiclink: 'Mailed link',
  recovery: 'Mail for a new password',
  invite: 'Invitation',
  'sso/oidc': 'Single sign-on',
  totp: 'Authenticator app',
  'mfa/webauthn': 'Passkey',
  'mfa/recovery_code': 'Recovery code',
  factor: 'Second factor',
  address: 'All tries from this address',
} as const
export type SignInWay = keyof typeof SIGN_IN_WAYS

export const SecurityEntry = z.object({
  id: z.int(),
  at: timestamp,
  event: z.enum(Object.keys(SECURITY_EVENTS) as [SecurityEvent, ...SecurityEvent[]]),
  /** The account's address of that day, or the typed one if nobody was signed in. */
  email: z.nullable(z.string()),
  address: z.string(),
  device: z.string(),
  /** The object (a file, a client, an address) or the sign-in method: 'totp', 'sso/oidc entra'. */
  detail: z.nullable(z.string()),
})
export type SecurityEntry = z.infer<typeof SecurityEntry>

export const listSecurityLog = endpoint('GET /api/security-log', {
  query: z.object({
    /** Searches email, detail (also in words) and address. */
    search: searchText,
    event: z._default(text.check(z.maxLength(60)), ''),
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 1),
    limit: pageQuery.limit,
  }),
  reply: z.object({ entries: z.array(SecurityEntry), total: z.int() }),
})
