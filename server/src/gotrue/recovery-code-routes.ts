import { endpoint } from '@attest/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { removeRecoveryCodes, renewRecoveryCodes } from '../identity/factors/change-factors.ts'
import { countRecoveryCodes } from '../identity/factors/queries.ts'
import { passesRecoveryCode, takeSecondStep } from '../identity/factors/second-step.ts'
import { demandConfirmed } from '../identity/guard.ts'
import { refuse } from '../identity/refusals.ts'
import { replyWithSession, WireSession } from './session-reply.ts'

export function recoveryCodeRoutes(service: FastifyInstance, deps: Deps): void {
  mount(service, STATUS, async ({ admin }) => {
    const { total, left } = await presentSet(deps, admin)
    return { ...setOf(admin), total, remaining: left }
  })
  mount(service, GENERATE, async ({ admin }) => {
    const { total } = await countRecoveryCodes(deps.db, admin.id)
    if (total > 0) refuse('mfa_verified_factor_exists')
    return newSet(deps, admin)
  })
  mount(service, REGENERATE, async ({ admin }) => {
    await presentSet(deps, admin)
    return newSet(deps, admin)
  })
  mount(service, VERIFY, async ({ admin, body }) => {
    const session = await takeSecondStep(deps, admin, 'mfa/recovery_code', () =>
      passesRecoveryCode(deps, admin.id, body.code),
    )
    return replyWithSession(deps, admin.id, session)
  })
  mount(service, REMOVE, async ({ admin }) => {
    await removeRecoveryCodes(deps, admin)
    return { id: admin.id }
  })
}

const setOf = ({ id }: SignedIn) => ({ id, type: 'recovery_code' as const })

async function presentSet({ db }: Deps, admin: SignedIn) {
  const counts = await countRecoveryCodes(db, admin.id)
  return counts.total > 0 ? counts : refuse('mfa_factor_not_found')
}

async function newSet(deps: Deps, admin: SignedIn) {
  demandConfirmed(admin, deps.now())
  if (!admin.hasFactor) refuse('mfa_recovery_codes_sole_factor')
  const codes = await renewRecoveryCodes(deps, admin)
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

const REMOVE = endpoint('DELETE /factors/recovery-codes', {
  access: 'account',
  reply: z.object({ id: z.uuid() }),
})
