import { PasskeyAnswer, sixDigits } from '@attest/contract/auth'
import { endpoint } from '@attest/contract/endpoint'
import { text } from '@attest/contract/fields'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Db } from '../db/schema.ts'
import type { Accounts, Basics, Deps, Identity } from '../deps.ts'
import { mount } from '../http/mount.ts'
import type { SignedIn } from '../http/signed-in.ts'
import * as factors from '../identity/factors/change-factors.ts'
import { countRecoveryCodes, findChallenge, findFactor } from '../identity/factors/queries.ts'
import * as secondStep from '../identity/factors/second-step.ts'
import { demandConfirmed } from '../identity/guard.ts'
import { refuse } from '../identity/refusals.ts'
import { seconds } from '../identity/sessions/sessions.ts'
import { replyWithSession, WireSession } from './wire-sessions.ts'

type Factor = NonNullable<Awaited<ReturnType<typeof findFactor>>>

export function factorRoutes(service: FastifyInstance, deps: Deps): void {
  const factorOf = async (admin: SignedIn, id: string) =>
    (await findFactor(deps.db, admin.id, id)) ?? refuse('mfa_factor_not_found')

  mount(service, ENROL, async ({ admin, body }) => {
    const name = body.friendly_name ?? ''
    if (body.factor_type === 'webauthn') {
      const factor = await factors.enrolPasskey(deps, admin, name)
      return { id: factor.id, type: factor.type, friendly_name: factor.name }
    }
    const {
      id,
      name: friendly_name,
      ...totp
    } = await factors.enrolTotp(deps, admin, name, body.issuer)
    return { id, type: 'totp' as const, friendly_name, totp }
  })
  mount(service, CHALLENGE, async ({ admin, params }) => {
    const factor = await factorOf(admin, params.id)
    const ends = new Date(secondStep.challengeEnds(deps.now()))
    return {
      ...(await challenge(deps, admin, factor)),
      type: factor.type,
      expires_at: seconds(ends),
    }
  })
  mount(service, PROVE, async ({ admin, params, body }) => {
    const factor = await factorOf(admin, params.id)
    const session = await prove(deps, admin, factor, body)
    return replyWithSession(deps, admin.id, session)
  })
  mount(service, REMOVE, async ({ admin, params }) => {
    await factors.removeFactor(deps, admin, params.id)
    return { id: params.id }
  })
}

async function challenge(deps: Basics, admin: SignedIn, factor: Factor) {
  if (factor.type === 'totp') {
    const asked = { admin_id: admin.id, factor_id: factor.id }
    return { id: (await secondStep.beginChallenge(deps, asked)).id }
  }
  const isNew = factor.status === 'unverified'
  const { challenge_id, options } = await (isNew
    ? factors.askNewPasskey(deps, admin, factor.id)
    : secondStep.askPasskey(deps, admin, [factor]))
  const type = isNew ? ('create' as const) : ('request' as const)
  return { id: challenge_id, webauthn: { type, credential_options: { publicKey: options } } }
}

/** A wrong code may be corrected while its challenge lasts. */
async function prove(
  deps: Identity,
  admin: SignedIn,
  factor: Factor,
  body: z.infer<typeof Answer>,
) {
  const { challenge_id, code } = body
  const answer = body.webauthn?.credential_response
  if (factor.type === 'totp') {
    const asked = await findChallenge(deps.db, admin.id, challenge_id, deps.now().toISOString())
    if (asked?.factor_id !== factor.id) refuse('mfa_challenge_expired')
  }
  if (factor.status === 'unverified') {
    const proof = { code, challenge_id, answer }
    // Omits recovery codes, since the client stores this reply in the browser.
    return (await factors.proveNewFactor(deps, admin, factor.id, proof, { codes: false })).session
  }
  if (factor.type === 'totp')
    return secondStep.takeSecondStep(deps, admin, 'totp', async () =>
      Boolean(code && (await secondStep.passesCode(deps, [factor], code))),
    )
  return secondStep.takeSecondStep(deps, admin, 'mfa/webauthn', async () =>
    Boolean(
      answer && (await secondStep.passesPasskey(deps, admin, [factor], { challenge_id, answer })),
    ),
  )
}

const params = z.object({ id: z.uuid() })

const name = text.check(z.trim(), z.maxLength(60))

const ENROL = endpoint('POST /factors', {
  access: 'account',
  body: z.object({
    factor_type: z.enum(['totp', 'webauthn']),
    friendly_name: z.optional(name),
    issuer: z.optional(name),
  }),
  reply: z.object({
    id: z.uuid(),
    type: z.enum(['totp', 'webauthn']),
    friendly_name: z.string(),
    totp: z.optional(z.object({ secret: z.string(), uri: z.string(), qr_code: z.string() })),
  }),
})

const CHALLENGE = endpoint('POST /factors/:id/challenge', {
  access: 'first-step',
  params,
  reply: z.object({
    id: z.uuid(),
    type: z.enum(['totp', 'webauthn']),
    expires_at: z.int(),
    webauthn: z.optional(
      z.object({
        type: z.enum(['create', 'request']),
        credential_options: z.object({ publicKey: z.looseObject({ challenge: z.string() }) }),
      }),
    ),
  }),
})

const Answer = z.object({
  challenge_id: z.uuid(),
  code: z.optional(sixDigits),
  webauthn: z.optional(z.object({ credential_response: PasskeyAnswer })),
})

const PROVE = endpoint('POST /factors/:id/verify', {
  access: 'first-step',
  params,
  body: Answer,
  reply: WireSession,
})

const REMOVE = endpoint('DELETE /factors/:id', {
  access: 'account',
  params,
  reply: z.object({ id: z.uuid() }),
})

export function recoveryCodeRoutes(service: FastifyInstance, deps: Deps): void {
  mount(service, STATUS, async ({ admin }) => {
    const { total, left } = await presentSet(deps.db, admin)
    return { ...setOf(admin), total, remaining: left }
  })
  mount(service, GENERATE, async ({ admin }) => {
    const { total } = await countRecoveryCodes(deps.db, admin.id)
    if (total > 0) refuse('mfa_verified_factor_exists')
    return newSet(deps, admin)
  })
  mount(service, REGENERATE, async ({ admin }) => {
    await presentSet(deps.db, admin)
    return newSet(deps, admin)
  })
  mount(service, VERIFY, async ({ admin, body }) => {
    const session = await secondStep.takeSecondStep(deps, admin, 'mfa/recovery_code', () =>
      secondStep.passesRecoveryCode(deps, admin.id, body.code),
    )
    return replyWithSession(deps, admin.id, session)
  })
  mount(service, REMOVE_CODES, async ({ admin }) => {
    await factors.removeRecoveryCodes(deps, admin)
    return { id: admin.id }
  })
}

const setOf = ({ id }: SignedIn) => ({ id, type: 'recovery_code' as const })

async function presentSet(db: Db, admin: SignedIn) {
  const counts = await countRecoveryCodes(db, admin.id)
  return counts.total > 0 ? counts : refuse('mfa_factor_not_found')
}

async function newSet(deps: Accounts, admin: SignedIn) {
  demandConfirmed(admin, deps.now())
  if (!admin.hasFactor) refuse('mfa_recovery_codes_sole_factor')
  const codes = await factors.renewRecoveryCodes(deps, admin)
  // The wire shows codes without the hyphen, which does not count.
  const plain = codes.map((code) => code.replace('-', ''))
  return { ...setOf(admin), total: codes.length, codes: plain }
}

const WireSet = z.object({ id: z.uuid(), type: z.literal('recovery_code') })

const STATUS = endpoint('GET /factors/recovery-codes', {
  access: 'account',
  reply: z.extend(WireSet, { total: z.int(), remaining: z.int() }),
})

const generating = {
  access: 'account',
  reply: z.extend(WireSet, { total: z.int(), codes: z.array(z.string()) }),
} as const

const GENERATE = endpoint('POST /factors/recovery-codes', generating)
const REGENERATE = endpoint('POST /factors/recovery-codes/regenerate', generating)

const VERIFY = endpoint('POST /factors/recovery-codes/verify', {
  access: 'first-step',
  body: z.object({ code: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)) }),
  reply: WireSession,
})

const REMOVE_CODES = endpoint('DELETE /factors/recovery-codes', {
  access: 'account',
  reply: z.object({ id: z.uuid() }),
})
