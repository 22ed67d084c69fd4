import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { email } from './fields.ts'

export const Admin = z.object({ id: z.uuid(), email: z.string() })
export type Admin = z.infer<typeof Admin>

/** The secret behind a name that was typed; any length that a person could have meant. */
const enteredPassword = z
  .string({ error: 'Password is required' })
  .check(z.minLength(1, 'Password is required'), z.maxLength(1024, 'Password is too long'))

export const MIN_PASSWORD = 10
/** Longer ones only cost time: a hash is as long for each. */
export const MAX_PASSWORD = 256

/** A password someone chooses. Length is what counts; the server also refuses well-known ones. */
export const newPassword = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(MIN_PASSWORD, `Password must be at least ${MIN_PASSWORD} characters`),
    z.maxLength(MAX_PASSWORD, `Password must be at most ${MAX_PASSWORD} characters`),
  )

/** Of an authenticator app, or mailed. Blanks between the digits are how people type them. */
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

/** What a signed-in session is known by; dead as soon as the session ends. */
const Session = z.object({ admin: Admin, token: z.string() })
const NewToken = z.object({ token: z.string() })
const Told = z.object({ message: z.string() })

/** 401 'Invalid credentials'; 403 when switched off; 429 with `retry-after` after too many wrong tries. */
export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  body: Credentials,
  reply: Session,
})

/** Whether a code must follow the password. In the form of PostgREST; only one's own row. */
export const userSecurity = endpoint({
  method: 'GET',
  path: '/rest/v1/user_security',
  access: 'first-step',
  query: z.object({
    select: z.literal('two_factor_enabled'),
    user_id: z.string().check(z.regex(/^eq\.[0-9a-f-]{36}$/i)),
  }),
  reply: z.object({ two_factor_enabled: z.boolean() }),
})

/** The code of the authenticator app. The token it came with is dead after it. 422 'Invalid 2FA code'. */
export const verifyTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/verify-2fa',
  access: 'first-step',
  body: z.object({ code: sixDigits }),
  reply: NewToken,
})

/** One of the codes kept for a lost phone; it works once. */
export const useRecoveryCode = endpoint({
  method: 'POST',
  path: '/api/auth/recovery-code',
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

/** As the browser hands a passkey's answer over (WebAuthn's JSON form). */
export const PasskeyAnswer = z.looseObject({
  id: z.string().check(z.maxLength(2048)),
  rawId: z.string().check(z.maxLength(2048)),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().check(z.maxLength(10_000)) }),
  clientExtensionResults: z._default(z.looseObject({}), {}),
})

/** WebAuthn's request options for the admin's passkeys, null where there is none; and whether there is an app. */
export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/options',
  access: 'first-step',
  reply: z.object({
    asked: z.nullable(
      z.object({ challenge_id: z.uuid(), options: z.looseObject({ challenge: z.string() }) }),
    ),
    authenticator_app: z.boolean(),
  }),
})

export const verifyPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/verify',
  access: 'first-step',
  body: z.object({ challenge_id: z.uuid(), answer: PasskeyAnswer }),
  reply: NewToken,
})

/** Also answers who has the firm's second factor still to set up. */
export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'account',
  reply: Admin,
})

/** Ends the caller's session; its token is dead at once. */
export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'first-step',
  reply: Told,
})

/** Mails a link and a code if the address is an admin's; the answer is the same if it is not. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'public',
  body: z.object({ email }),
  reply: Told,
})

/** What stands behind the # of a mailed link: /link#{token} */
const linkToken = z.string().check(z.minLength(20), z.maxLength(100))

/**
 * What a mailed link is for, so that its page can say so before anything is done. Reading uses
 * nothing up. 403 'This link is invalid or has expired.'
 */
export const readLink = endpoint({
  method: 'POST',
  path: '/api/auth/link',
  access: 'public',
  body: z.object({ token: linkToken }),
  reply: z.object({
    kind: z.enum(['recovery', 'invite', 'email_change', 'signup', 'magiclink']),
    email: z.string(),
    /** A new password is only taken together with a code of the app, or a recovery code. */
    second_factor: z.boolean(),
    /** Whether there is an app: who has a passkey only gives a recovery code. */
    authenticator_app: z.boolean(),
  }),
})

/** For links of the kinds recovery and invite. Ends every session; then one signs in. */
export const setPasswordByLink = endpoint({
  method: 'POST',
  path: '/api/auth/link/password',
  access: 'public',
  body: z.object({
    token: linkToken,
    password: newPassword,
    code: z.optional(z.string().check(z.trim(), z.maxLength(40, 'The code is too long'))),
  }),
  reply: Told,
})

/** For links of the kinds email_change and signup: the address is confirmed. */
export const confirmByLink = endpoint({
  method: 'POST',
  path: '/api/auth/link/confirm',
  access: 'public',
  body: z.object({ token: linkToken }),
  reply: Told,
})

/** For links of the kind magiclink: a session, whose second step is still to come. */
export const signInByLink = endpoint({
  method: 'POST',
  path: '/api/auth/link/session',
  access: 'public',
  body: z.object({ token: linkToken }),
  reply: Session,
})

/**
 * After a sign-in at a provider, begun at GET /auth/v1/authorize: the code it came back with, and
 * the verifier whose sha-256 (base64url) was the code_challenge there.
 */
export const signInByProvider = endpoint({
  method: 'POST',
  path: '/api/auth/provider-session',
  access: 'public',
  body: z.object({
    code: z.string().check(z.maxLength(200)),
    verifier: z.string().check(z.minLength(43), z.maxLength(128)),
  }),
  reply: Session,
})
