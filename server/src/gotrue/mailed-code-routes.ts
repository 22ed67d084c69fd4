import { sixDigits } from '@attest/contract/auth'
import { endpoint } from '@attest/contract/endpoint'
import { email } from '@attest/contract/fields'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import { mount } from '../http/mount.ts'
import { mailCodeTo, methodOf, redeemCode } from '../identity/mailed-codes.ts'
import type { CodeKind, Mailed } from '../identity/one-time-codes.ts'
import { refuse } from '../identity/refusals.ts'
import { openSession } from '../identity/sessions/sessions.ts'
import { replyWithSession, WireSession } from './wire-sessions.ts'

/** The reply never depends on whether the address has an account. */
export function mailedCodeRoutes(service: FastifyInstance, deps: Deps): void {
  mount(service, OTP, async ({ body, from }) => {
    await mailCodeTo(deps, body.email, 'magiclink', from)
    return {}
  })
  mount(service, RECOVER, async ({ body, from }) => {
    await mailCodeTo(deps, body.email, 'recovery', from)
    return {}
  })
  mount(service, RESEND, async ({ body, from }) => {
    await mailCodeTo(deps, body.email, body.type, from)
    return {}
  })
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

type Verify = z.infer<(typeof VERIFY)['body']>

function mailedOf({ token_hash, email, token }: Verify): Mailed {
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
