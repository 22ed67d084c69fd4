import { sixDigits } from '@attest/contract/auth'
import { type Body, endpoint } from '@attest/contract/endpoint'
import { email } from '@attest/contract/fields'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { answerError, InvalidInput, Refusal } from '../http/errors.ts'
import { checked, mount } from '../http/mount.ts'
import type { From } from '../http/signed-in.ts'
import { type MailedKind, mailCodeTo, methodOf, redeemCode } from '../identity/mailed-codes.ts'
import type { CodeKind, Mailed } from '../identity/one-time-codes.ts'
import { exchangeCode } from '../identity/providers/flows.ts'
import { refuse } from '../identity/refusals.ts'
import { checkCredentials, openSession } from '../identity/sessions/sessions.ts'
import { adminRoutes } from './admin-routes.ts'
import { factorRoutes, recoveryCodeRoutes } from './factor-routes.ts'
import { providerRoutes } from './provider-routes.ts'
import { userRoutes } from './user-routes.ts'
import { openWireSession, refresh, replyWithSession, WireSession } from './wire-sessions.ts'

/** The client reads `code` only with this header. */
const VERSION = { name: 'x-supabase-api-version', value: '2024-01-01' }

/** Serves `@supabase/auth-js` on the product's accounts. Omits GET /verify: mail scanners would use links up. */
export function authService(service: FastifyInstance, deps: Deps): void {
  service.setErrorHandler(answerInCodes)
  service.addHook('preHandler', refuseUnsupported)
  service.addHook('onSend', async (_, reply) => {
    reply.header(VERSION.name, VERSION.value).header('cache-control', 'no-store')
  })
  for (const routes of [
    tokenRoutes,
    mailedCodeRoutes,
    userRoutes,
    factorRoutes,
    recoveryCodeRoutes,
    providerRoutes,
    adminRoutes,
  ]) {
    routes(service, deps)
  }
  service.all('/*', { config: { access: 'page' } }, () => {
    throw new Refusal(404, 'Call not found', { code: 'not_found' })
  })
}

const answerInCodes = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
  answerError(error, request, reply, codeOf(error))

function codeOf(error: FastifyError): string {
  if (error instanceof InvalidInput) return 'validation_failed'
  const status = error instanceof Refusal ? error.status : (error.statusCode ?? 500)
  if (status === 429) return 'over_request_rate_limit'
  if (status >= 500) return 'unexpected_failure'
  return error instanceof Refusal ? 'validation_failed' : 'bad_json'
}

const PHONE_WORDS: Record<string, string> = {
  '/auth/v1/signup': 'Phone signups are disabled',
  '/auth/v1/token': 'Phone logins are disabled',
  '/auth/v1/resend': 'Phone logins are disabled',
}

/** Refuses phone numbers, phone factors and anonymous accounts with GoTrue's own codes and words. */
async function refuseUnsupported(request: FastifyRequest): Promise<void> {
  const { url } = request.routeOptions
  const body = (request.body ?? {}) as Record<string, unknown>
  const { email, phone, phone_confirm, type, factor_type } = body
  if (phone || phone_confirm || type === 'sms' || type === 'phone_change')
    refuse('phone_provider_disabled', { message: PHONE_WORDS[url ?? ''] })
  if (factor_type === 'phone') refuse('mfa_phone_enroll_not_enabled')
  if (url === '/auth/v1/signup' && !email) refuse('anonymous_provider_disabled')
}

const Password = z.object({ email, password: z.string().check(z.maxLength(1024)) })
const Refresh = z.object({ refresh_token: z.string().check(z.maxLength(200)) })
const Pkce = z.object({
  auth_code: z.string().check(z.maxLength(200)),
  code_verifier: z.string().check(z.minLength(1), z.maxLength(128)),
})

function tokenRoutes(service: FastifyInstance, deps: Deps): void {
  const grants = {
    async password(body: unknown, from: From) {
      const admin = await checkCredentials(deps, checked(Password, body), from)
      const step = { method: 'password' } as const
      return openWireSession(deps, admin ?? refuse('invalid_credentials'), step, from)
    },
    refresh_token: (body: unknown, from: From) =>
      refresh(deps, checked(Refresh, body).refresh_token, from),
    async pkce(body: unknown, from: From) {
      const { auth_code, code_verifier } = checked(Pkce, body)
      const { admin, ...step } = await exchangeCode(deps, auth_code, code_verifier, from)
      return openWireSession(deps, admin, step, from)
    },
  }
  mount(service, TOKEN, ({ query, body, from }) => grants[query.grant_type](body, from))
  mount(service, KEYS, async () => {
    const keys = await deps.tokens.publicKeys(deps.now())
    return { keys: keys.map((key) => PublicKey.parse(key)) }
  })
}

const TOKEN = endpoint('POST /token', {
  access: 'public',
  query: z.object({ grant_type: z.enum(['password', 'refresh_token', 'pkce']) }),
  body: z.unknown(),
  reply: WireSession,
})

const PublicKey = z.object({
  kid: z.string(),
  kty: z.string(),
  crv: z.string(),
  x: z.string(),
  y: z.string(),
  alg: z.string(),
  use: z.string(),
})

const KEYS = endpoint('GET /.well-known/jwks.json', {
  access: 'public',
  reply: z.object({ keys: z.array(PublicKey) }),
})

/** The reply never depends on whether the address has an account. */
function mailedCodeRoutes(service: FastifyInstance, deps: Deps): void {
  const mailTo = async (email: string, kind: MailedKind, from: From) => {
    await mailCodeTo(deps, email, kind, from)
    return {}
  }
  mount(service, OTP, ({ body, from }) => mailTo(body.email, 'magiclink', from))
  mount(service, RECOVER, ({ body, from }) => mailTo(body.email, 'recovery', from))
  mount(service, RESEND, ({ body, from }) => mailTo(body.email, body.type, from))
  mount(service, VERIFY, async ({ body, from }) => {
    const mailed = mailedOf(body)
    const { admin, done } = await redeemCode(deps, mailed, {
      kinds: KINDS[body.type],
      from,
      alongside: (tx, owner, kind) =>
        openSession(deps, tx, owner, { method: methodOf(kind, mailed), from, at: deps.now() }),
    })
    return replyWithSession(deps, admin.id, done ?? refuse('otp_expired'))
  })
}

const KINDS = {
  signup: ['signup'],
  email: ['magiclink', 'signup'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  invite: ['invite'],
  email_change: ['email_change'],
} satisfies Record<string, CodeKind[]>

function mailedOf({ token_hash, email, token }: Body<typeof VERIFY>): Mailed {
  // The wire's hash is our link's token, of which we store the hash.
  if (token_hash !== undefined) return { token: token_hash }
  if (email === undefined || token === undefined)
    throw new Refusal(400, 'Either the token of a link or an address with its code is required.')
  return { email, digits: token }
}

const ASKING = { access: 'public', body: z.object({ email }), reply: z.object({}) } as const

/** Ignores `create_user`: only a sign-up makes an account. */
const OTP = endpoint('POST /otp', ASKING)

const RECOVER = endpoint('POST /recover', ASKING)

const RESEND = endpoint('POST /resend', {
  ...ASKING,
  body: z.object({ email, type: z.enum(['signup', 'email_change']) }),
})

const VERIFY = endpoint('POST /verify', {
  access: 'public',
  body: z.object({
    type: z.enum(Object.keys(KINDS) as (keyof typeof KINDS)[]),
    token_hash: z.optional(z.string().check(z.maxLength(100))),
    email: z.optional(email),
    token: z.optional(sixDigits),
  }),
  reply: WireSession,
})
