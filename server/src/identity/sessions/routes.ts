import * as contract from '@attest/contract/auth'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'
import { mount } from '../../http/mount.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import {
  askPasskey,
  type Passed,
  passesCode,
  passesPasskey,
  passesRecoveryCode,
  provenFactors,
  takeSecondStep,
} from '../factors/second-step.ts'
import { mailCodeTo } from '../mailed-codes.ts'
import { exchangeCode } from '../providers/sign-in-by-provider.ts'
import { refuse } from '../refusals.ts'
import { signOut } from './end-sessions.ts'
import { confirmByLink, readLink, setPasswordByLink, signInByLink } from './mailed-links.ts'
import { beginSession, replyWithToken, signIn } from './sessions.ts'

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.login, ({ body, from }) => signIn(deps, body, from))
  mount(app, contract.me, ({ admin }) => admin)
  mount(app, contract.userSecurity, ({ admin, query }) => {
    if (query.user_id !== `eq.${admin.id}`) notFound('Row')
    return { two_factor_enabled: admin.hasFactor }
  })
  mount(app, contract.logout, ({ admin }) => signOut(deps, admin))
  mount(app, contract.signInByProvider, async ({ body, from }) => {
    const { admin, ...step } = await exchangeCode(deps, body.code, body.verifier, from)
    const session = await beginSession(deps, admin, step, from)
    return replyWithToken(deps, admin, session ?? refuse('user_not_found'))
  })
  mount(app, contract.forgotPassword, ({ body, from }) =>
    mailCodeTo(deps, body.email, 'recovery', from),
  )
  mount(app, contract.readLink, ({ body }) => readLink(deps, body.token))
  mount(app, contract.setPasswordByLink, ({ body, from }) => setPasswordByLink(deps, body, from))
  mount(app, contract.confirmByLink, ({ body, from }) => confirmByLink(deps, body.token, from))
  mount(app, contract.signInByLink, ({ body, from }) => signInByLink(deps, body.token, from))
  secondStepRoutes(app, deps)
}

function secondStepRoutes(app: FastifyInstance, deps: Deps): void {
  const nextToken = async (...step: [SignedIn, Passed, () => Promise<boolean>]) => {
    const session = await takeSecondStep(deps, ...step)
    return { token: await deps.tokens.issue({ admin: step[0], session, at: deps.now() }) }
  }
  mount(app, contract.verifyTwoFactor, async ({ admin, body }) => {
    const apps = await provenFactors(deps.db, admin.id, 'totp')
    return nextToken(admin, 'totp', () => passesCode(deps, apps, body.code))
  })
  mount(app, contract.useRecoveryCode, ({ admin, body }) =>
    nextToken(admin, 'mfa/recovery_code', () => passesRecoveryCode(deps, admin.id, body.code)),
  )
  mount(app, contract.passkeyOptions, async ({ admin }) => {
    const passkeys = await provenFactors(deps.db, admin.id, 'webauthn')
    const apps = await provenFactors(deps.db, admin.id, 'totp')
    const asked = passkeys.length > 0 ? await askPasskey(deps, admin, passkeys) : null
    return { asked, authenticator_app: apps.length > 0 }
  })
  mount(app, contract.verifyPasskey, async ({ admin, body }) => {
    const passkeys = await provenFactors(deps.db, admin.id, 'webauthn')
    return nextToken(admin, 'mfa/webauthn', () => passesPasskey(deps, admin, passkeys, body))
  })
}
