import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email } from './fields.ts'

export const Admin = z.object({ id: z.uuid(), email: z.string() })
export type Admin = z.infer<typeof Admin>

const enteredPassword = z
  .string({ error: 'Password is required' })
  .check(z.minLength(1, 'Password is required'), z.maxLength(1024, 'Password is too long'))

export const MIN_PASSWORD = 10
/** Longer passwords only cost hashing time. */
export const MAX_PASSWORD = 256

/** The server also rejects well-known passwords. */
export const newPassword = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(MIN_PASSWORD, `Password must be at least ${MIN_PASSWORD} characters`),
    z.maxLength(MAX_PASSWORD, `Password must be at most ${MAX_PASSWORD} characters`),
  )

export const sixDigits = z.pipe(
  z.pipe(
    z.string({ error: 'The code is required' }),
    z.transform((typed) => typed.replace(/\s+/g, '')),
  ),
  z
    .string()
    .check(z.minLength(1, 'The code is required'), z.regex(/^\d{6}$/, 'The code has 6 digits')),
)

export const Credentials = z.object({ email, password: enteredPassword })

/** Invalid as soon as its session ends. */
const Session = z.object({ admin: Admin, token: z.string() })
const NewToken = z.object({ token: z.string() })

/** 401 'Invalid credentials'; 403 when switched off; 429 with `retry-after` after too many wrong tries. */
export const login = endpoint('POST /api/auth/login', {
  access: 'public',
  body: Credentials,
  reply: Session,
})

/** Replies as PostgREST does, with the caller's own row only. */
export const userSecurity = endpoint('GET /rest/v1/user_security', {
  access: 'first-step',
  query: z.object({
    select: z.literal('two_factor_enabled'),
    user_id: z.string().check(z.regex(/^eq\.[0-9a-f-]{36}$/i)),
  }),
  reply: z.object({ two_factor_enabled: z.boolean() }),
})

/** Replaces the token of the first step. 422 'Invalid 2FA code'. */
export const verifyTwoFactor = endpoint('POST /api/auth/verify-2fa', {
  access: 'first-step',
  body: z.object({ code: sixDigits }),
  reply: NewToken,
})

/** A recovery code works once. */
export const useRecoveryCode = endpoint('POST /api/auth/recovery-code', {
  access: 'first-step',
  body: z.object({
    code: z
      .string({ error: 'The code is required' })
      .check(
        z.trim(),
        z.minLength(1, 'The code is required'),
        z.maxLength(40, 'The code is too long'),
      ),
  }),
  reply: NewToken,
})

export const PasskeyAnswer = z.looseObject({
  id: z.string().check(z.maxLength(2048)),
  rawId: z.string().check(z.maxLength(2048)),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().check(z.maxLength(10_000)) }),
  clientExtensionResults: z._default(z.looseObject({}), {}),
})

export const passkeyOptions = endpoint('POST /api/auth/passkey/options', {
  access: 'first-step',
  reply: z.object({
    asked: z.nullable(
      z.object({ challenge_id: z.uuid(), options: z.looseObject({ challenge: z.string() }) }),
    ),
    authenticator_app: z.boolean(),
  }),
})

export const verifyPasskey = endpoint('POST /api/auth/passkey/verify', {
  access: 'first-step',
  body: z.object({ challenge_id: z.uuid(), answer: PasskeyAnswer }),
  reply: NewToken,
})

/** Open to accounts that must still set up a second factor. */
export const me = endpoint('GET /api/auth/me', { access: 'account', reply: Admin })

export const logout = endpoint('POST /api/auth/logout', { access: 'first-step' })

/** Mails a link and a code if the address has an account. The reply is the same in both cases. */
export const forgotPassword = endpoint('POST /api/auth/forgot-password', {
  access: 'public',
  body: z.object({ email }),
})

/** The fragment of a mailed link: /link#{token} */
const linkToken = z.string().check(z.minLength(20), z.maxLength(100))

/** Shows what a link is for, without using it up. 403 'This link is invalid or has expired.' */
export const readLink = endpoint('POST /api/auth/link', {
  access: 'public',
  body: z.object({ token: linkToken }),
  reply: z.object({
    kind: z.enum(['recovery', 'invite', 'email_change', 'signup', 'magiclink']),
    email: z.string(),
    /** Whether a new password also requires a code of the app or a recovery code. */
    second_factor: z.boolean(),
    /** False when only a passkey exists: a recovery code is needed. */
    authenticator_app: z.boolean(),
  }),
})

/** For links of the kinds recovery and invite. Ends every session. */
export const setPasswordByLink = endpoint('POST /api/auth/link/password', {
  access: 'public',
  body: z.object({
    token: linkToken,
    password: newPassword,
    code: z.optional(z.string().check(z.trim(), z.maxLength(40, 'The code is too long'))),
  }),
})

/** For links of the kinds email_change and signup. */
export const confirmByLink = endpoint('POST /api/auth/link/confirm', {
  access: 'public',
  body: z.object({ token: linkToken }),
})

/** For links of the kind magiclink. A second step may follow. */
export const signInByLink = endpoint('POST /api/auth/link/session', {
  access: 'public',
  body: z.object({ token: linkToken }),
  reply: Session,
})

/** Takes the provider's code, and the verifier whose SHA-256 (base64url) was the sign-in's code_challenge. */
export const signInByProvider = endpoint('POST /api/auth/provider-session', {
  access: 'public',
  body: z.object({
    code: z.string().check(z.maxLength(200)),
    verifier: z.string().check(z.minLength(43), z.maxLength(128)),
  }),
  reply: Session,
})
