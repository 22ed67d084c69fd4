import { isForeignKeyViolation, isUniqueViolation } from '../db/transact.ts'
import { Refusal } from '../http/errors.ts'

/** Code, status and words of every refusal, in GoTrue's terms if it has some. No 5xx, which the client would retry. */
const REFUSALS = {
  no_authorization: [401, 'Authentication required'],
  bad_jwt: [401, 'Your sign-in is not valid or has expired. Please sign in again.'],
  session_not_found: [401, 'Your session has ended. Please sign in again.'],
  session_expired: [401, 'Your session has expired. Please sign in again.'],
  insufficient_aal: [403, 'Please complete the second step of the sign-in first.'],
  two_factor_required: [403, 'Your firm asks for two-factor authentication. Please set it up.'],
  not_admin: [403, 'An administrator has to approve your account first.'],
  user_banned: [403, 'This account is switched off. Please ask an administrator of your firm.'],
  reauthentication_needed: [403, 'Please confirm that it is you.'],
  reauthentication_not_valid: [422, 'The code is not right, or has expired.'],
  wrong_password: [422, 'The password is not right.'],
  invalid_credentials: [400, 'Invalid login credentials'],
  email_not_confirmed: [400, 'Please open the link in the mail we sent you first.'],
  signup_disabled: [422, 'Signups not allowed for this instance'],
  anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
  phone_provider_disabled: [400, 'Unsupported phone provider'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for Phone'],
  email_exists: [422, 'This address already has an account.'],
  weak_password: [422, 'This password is too easy to guess.'],
  same_password: [422, 'The new password must differ from the old one.'],
  otp_expired: [403, 'This link is invalid or has expired.'],
  mfa_factor_not_found: [404, 'Second factor not found'],
  mfa_challenge_expired: [422, 'This took too long. Please try again.'],
  mfa_verification_failed: [422, 'Invalid 2FA code'],
  too_many_enrolled_mfa_factors: [422, 'There are too many second factors already.'],
  mfa_verified_factor_exists: [422, 'There are recovery codes already.'],
  mfa_recovery_codes_sole_factor: [422, 'Recovery codes need another second factor.'],
  last_factor: [409, 'Your firm asks for two-factor authentication, so the last factor must stay.'],
  user_not_found: [404, 'Administrator not found'],
  last_admin: [409, 'The last administrator who can sign in must stay.'],
  yourself: [409, 'You cannot do this to your own account.'],
  identity_not_found: [404, 'Linked account not found'],
  identity_already_exists: [422, 'This account of the provider is linked to someone else here.'],
  single_identity_not_deletable: [422, 'The only way to sign in cannot be removed.'],
  oauth_provider_not_supported: [400, 'This provider is not configured.'],
  sso_provider_not_found: [404, 'No provider is configured for this domain.'],
  provider_unreachable: [400, 'The provider cannot be reached. Please try again later.'],
  redirect_not_allowed: [400, 'The return address is not one of ours.'],
  bad_oauth_state: [400, 'This sign-in took too long or was already used. Please start again.'],
  bad_oauth_callback: [400, 'The provider did not confirm the sign-in.'],
  validation_failed: [
    400,
    'Only the PKCE flow is supported. Please create the client with flowType "pkce".',
  ],
  access_denied: [400, 'The sign-in was canceled.'],
  flow_state_not_found: [
    400,
    'This sign-in took too long or was already used. Please start again.',
  ],
  bad_code_verifier: [400, 'This sign-in was started in another browser. Please start again.'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  over_request_rate_limit: [429, 'Too many attempts. Please try again later.'],
  over_email_send_rate_limit: [429, 'Too many emails. Please try again later.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type RefusalCode = keyof typeof REFUSALS

export function refuse(
  code: RefusalCode,
  { message, ...details }: { message?: string } & Record<string, unknown> = {},
): never {
  const [status, words] = REFUSALS[code]
  throw new Refusal(status, message ?? words, { code, ...details })
}

const refuseOn =
  (isExpected: (error: unknown) => boolean) =>
  (code: RefusalCode) =>
  (error: unknown): never => {
    if (isExpected(error)) refuse(code)
    throw error
  }

/** Catches the insert of a row whose owner was removed meanwhile. */
export const refuseGone = refuseOn(isForeignKeyViolation)

/** Catches the write of a row whose address or key another row has. */
export const refuseTaken = refuseOn(isUniqueViolation)
