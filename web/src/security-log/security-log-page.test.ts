import { type SecurityEvent, SIGN_IN_WAYS } from '@attest/contract/security-log'
import { expect, test } from 'vitest'
import { detailWords } from './security-log-page.tsx'

const providers = [{ name: 'entra', label: 'Microsoft' }]
const words = (event: SecurityEvent, detail: string | null) =>
  detailWords({ event, detail }, providers)

test.each<[SecurityEvent, string | null, string | null]>([
  ['signed-in', 'password', 'Password'],
  ['signed-in', 'sso/oidc entra', 'Single sign-on with Microsoft'],
  ['signed-in', 'sso/oidc retired', 'Single sign-on with retired'],
  ['signed-in', 'sso/oidc', 'Single sign-on'],
  ['first-step-passed', 'password', 'Password'],
  ['sign-in-refused', 'sso/oidc entra', 'Single sign-on with Microsoft'],
  ['tries-refused', 'address', 'All tries from this address'],
  ['tries-refused', 'factor', 'Second factor'],
  ['confirmation-failed', 'otp', 'Mailed code'],
  ['second-step-failed', 'recovery', 'Mail for a new password'],
  ['second-step-failed', 'totp', 'Authenticator app'],
  ['second-step-passed', 'mfa/webauthn', 'Passkey'],
  ['recovery-code-used', 'mfa/recovery_code', null],
  ['identity-linked', 'entra', 'Microsoft'],
  ['sessions-ended', '1', '1 session'],
  ['sessions-ended', '3', '3 sessions'],
  ['signed-out', null, null],
])('%s: %s reads %s', (event, detail, expected) => {
  expect(words(event, detail)).toBe(expected)
})

test('shows no sign-in method by its short name', () => {
  for (const way of Object.keys(SIGN_IN_WAYS)) expect(words('signed-in', way)).not.toBe(way)
})

test('keeps names that people gave', () => {
  expect(words('file-downloaded', 'password')).toBe('password')
  expect(words('factor-added', 'totp')).toBe('totp')
})
