import * as account from '@attest/contract/account'
import * as administrators from '@attest/contract/administrators'
import * as authentication from '@attest/contract/auth'
import { listSecurityLog, type SecurityEvent } from '@attest/contract/security-log'
import type { FastifyInstance } from 'fastify'
import { outboxCode } from '../delivery/outbox.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { mount } from '../http/mount.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { type Attributes, changeAccount } from './administrators/change-account.ts'
import * as manage from './administrators/manage-administrators.ts'
import * as credentials from './credentials.ts'
import * as factors from './factors/change-factors.ts'
import * as secondStep from './factors/second-step.ts'
import { demandConfirmed } from './guard.ts'
import { mailCodeTo } from './mailed-codes.ts'
import { demandPasswordStrength } from './passwords.ts'
import { beginLinking, completeLinking, exchangeCode, unlinkIdentity } from './providers/flows.ts'
import {
  readAccount,
  readAdministrator,
  readAdministrators,
  readSessions,
} from './read-accounts.ts'
import { refuse } from './refusals.ts'
import { deviceName, listEntries } from './security-log/queries.ts'
import {
  confirmByLink,
  readLink,
  setPasswordByLink,
  signInByLink,
} from './sessions/mailed-links.ts'
import * as sessions from './sessions/sessions.ts'
import { signedIn } from './throttle.ts'

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, authentication.login, ({ body, from }) => sessions.signIn(deps, body, from))
  mount(app, authentication.me, ({ admin }) => admin)
  mount(app, authentication.userSecurity, ({ admin, query }) => {
    if (query.user_id !== `eq.${admin.id}`) notFound('Row')
    return { two_factor_enabled: admin.hasFactor }
  })
  mount(app, authentication.logout, ({ admin }) => sessions.signOut(deps, admin))
  mount(app, authentication.signInByProvider, async ({ body, from }) => {
    const { admin, ...step } = await exchangeCode(deps, body.code, body.verifier, from)
    const session = await sessions.beginSession(deps, admin, step, from)
    return sessions.replyWithToken(deps, admin, session ?? refuse('user_not_found'))
  })
  mount(app, authentication.forgotPassword, ({ body, from }) =>
    mailCodeTo(deps, body.email, 'recovery', from),
  )
  mount(app, authentication.readLink, ({ body }) => readLink(deps, body.token))
  mount(app, authentication.setPasswordByLink, ({ body, from }) =>
    setPasswordByLink(deps, body, from),
  )
  mount(app, authentication.confirmByLink, ({ body, from }) =>
    confirmByLink(deps, body.token, from),
  )
  mount(app, authentication.signInByLink, ({ body, from }) => signInByLink(deps, body.token, from))
  secondStepRoutes(app, deps)
}

function secondStepRoutes(app: FastifyInstance, deps: Deps): void {
  const nextToken = async (...step: [SignedIn, secondStep.Passed, () => Promise<boolean>]) => {
    const session = await secondStep.takeSecondStep(deps, ...step)
    return { token: await deps.tokens.issue({ admin: step[0], session, at: deps.now() }) }
  }
  mount(app, authentication.verifyTwoFactor, async ({ admin, body }) => {
    const apps = await secondStep.provenFactors(deps.db, admin.id, 'totp')
    return nextToken(admin, 'totp', () => secondStep.passesCode(deps, apps, body.code))
  })
  mount(app, authentication.useRecoveryCode, ({ admin, body }) =>
    nextToken(admin, 'mfa/recovery_code', () =>
      secondStep.passesRecoveryCode(deps, admin.id, body.code),
    ),
  )
  mount(app, authentication.passkeyOptions, async ({ admin }) => {
    const passkeys = await secondStep.provenFactors(deps.db, admin.id, 'webauthn')
    const apps = await secondStep.provenFactors(deps.db, admin.id, 'totp')
    const asked = passkeys.length > 0 ? await secondStep.askPasskey(deps, admin, passkeys) : null
    return { asked, authenticator_app: apps.length > 0 }
  })
  mount(app, authentication.verifyPasskey, async ({ admin, body }) => {
    const passkeys = await secondStep.provenFactors(deps.db, admin.id, 'webauthn')
    return nextToken(admin, 'mfa/webauthn', () =>
      secondStep.passesPasskey(deps, admin, passkeys, body),
    )
  })
}

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, account.getAccount, ({ admin }) => readAccount(deps, admin))
  credentialRoutes(app, deps)
  factorRoutes(app, deps)
  mount(app, account.listSessions, ({ admin }) => readSessions(deps, admin))
  mount(app, account.endSession, ({ admin, params }) => sessions.endSession(deps, admin, params.id))
  mount(app, account.endOtherSessions, async ({ admin }) => ({
    ended: await sessions.endSessions(deps, admin, 'others'),
  }))
  mount(app, account.linkIdentity, async ({ admin, body }) => ({
    url: await beginLinking(deps, admin, body),
  }))
  mount(app, account.completeLinking, ({ admin, body }) => completeLinking(deps, admin, body.code))
  mount(app, account.unlinkIdentity, ({ admin, params }) => unlinkIdentity(deps, admin, params.id))
}

function credentialRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, account.confirmIdentity, ({ admin, body }) =>
    credentials.confirmIdentity(deps, admin, body),
  )
  mount(app, account.mailCode, async ({ admin }) => {
    await credentials.mailProof(deps, admin)
    return { message: `A code was mailed to ${admin.email}` }
  })
  mount(app, account.changePassword, async ({ admin, body: { password, ...proof } }) => {
    await demandPasswordStrength(deps, { password, email: admin.email }, signedIn(admin))
    await credentials.proveIdentity(deps, admin, proof)
    await credentials.changePassword(deps, admin, password)
  })
  mount(app, account.changeEmail, async ({ admin, body }) => {
    await credentials.requestEmailChange(deps, admin, body.email)
    return { message: `Please open the link we mailed to ${body.email}.` }
  })
  mount(app, account.cancelEmailChange, ({ admin }) =>
    credentials.cancelEmailChange(deps.db, admin),
  )
}

function factorRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, account.enrolTotp, ({ admin, body }) => factors.enrolTotp(deps, admin, body.name))
  mount(app, account.enrolPasskey, async ({ admin, body }) => {
    const { id } = await factors.enrolPasskey(deps, admin, body.name)
    return { id, ...(await factors.askNewPasskey(deps, admin, id)) }
  })
  mount(app, account.verifyNewFactor, async ({ admin, params, body }) => {
    const proven = await factors.proveNewFactor(deps, admin, params.id, body)
    const token = await deps.tokens.issue({ admin, session: proven.session, at: deps.now() })
    return { token, recovery_codes: proven.recovery_codes }
  })
  mount(app, account.removeFactor, ({ admin, params }) =>
    factors.removeFactor(deps, admin, params.id),
  )
  mount(app, account.makeRecoveryCodes, async ({ admin }) => {
    demandConfirmed(admin, deps.now())
    if (!admin.hasFactor) notFound('Second factor')
    return { recovery_codes: await factors.renewRecoveryCodes(deps, admin) }
  })
}

export function administratorRoutes(app: FastifyInstance, deps: Deps): void {
  type Changed = { admin: SignedIn; params: { id: string } }
  const changing =
    (attributes: Attributes) =>
    async ({ admin, params }: Changed) => {
      await changeAccount(deps, admin, params.id, attributes)
      return readAdministrator(deps, params.id)
    }
  mount(app, administrators.listAdministrators, () => readAdministrators(deps))
  const codeNow = () => outboxCode(deps.mail.provider)
  mount(app, administrators.inviteAdministrator, async ({ admin, body }) => {
    const { id, link } = await manage.invite(deps, admin, body.email)
    return { ...(await readAdministrator(deps, id)), code: codeNow(), link }
  })
  mount(app, administrators.resendInvitation, async ({ admin, params }) => {
    const { email, link } = await manage.inviteAgain(deps, admin, params.id)
    return { message: `The invitation was mailed to ${email} again`, code: codeNow(), link }
  })
  mount(app, administrators.withdrawInvitation, ({ admin, params }) =>
    manage.withdraw(deps, admin, params.id),
  )
  mount(app, administrators.approveAdministrator, changing({ role: 'admin' }))
  mount(app, administrators.switchOffAdministrator, changing({ ban_duration: Infinity }))
  mount(app, administrators.switchOnAdministrator, changing({ ban_duration: 0 }))
  mount(app, administrators.resetSecondFactor, ({ admin, params }) =>
    manage.resetSecondFactor(deps, admin, params.id),
  )
  mount(app, administrators.removeAdministrator, ({ admin, params }) =>
    manage.removeAdministrator(deps, admin, params.id),
  )
}

export function securityLogRoutes(app: FastifyInstance, { db }: Deps): void {
  mount(app, listSecurityLog, async ({ query }) => {
    const { rows, total } = await listEntries(db, query)
    const entries = rows.map(({ event, user_agent, ...row }) => ({
      ...row,
      event: event as SecurityEvent,
      device: deviceName(user_agent),
    }))
    return { entries, total }
  })
}
