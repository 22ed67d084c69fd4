import * as contract from '@attest/contract/account'
import type { FastifyInstance } from 'fastify'
import { demandConfirmed } from '../auth/guard.ts'
import { deleteSessionOf, deleteSessions } from '../auth/queries.ts'
import { tokenFor } from '../auth/sessions.ts'
import { admitTry } from '../auth/throttle.ts'
import { mailCode } from '../codes/mail-codes.ts'
import type { Deps } from '../deps.ts'
import { askNewPasskey, enrolPasskey, enrolTotp } from '../factors/enrol.ts'
import { proveNewFactor, renewRecoveryCodes } from '../factors/prove-factor.ts'
import { removeFactor } from '../factors/remove-factor.ts'
import { notFound } from '../http/errors.ts'
import { mount } from '../http/mount.ts'
import { beginLinking, completeLinking, unlinkIdentity } from '../providers/link-identity.ts'
import { logEvent } from '../security-log/log-event.ts'
import { askForEmail, cancelEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { confirmIdentity, proveIdentity } from './prove-identity.ts'
import { readAccount, readSessions } from './read-account.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getAccount, ({ admin }) => readAccount(deps, admin))
  credentialRoutes(app, deps)
  factorRoutes(app, deps)
  sessionRoutes(app, deps)
  identityRoutes(app, deps)
}

function credentialRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.confirmIdentity, async ({ admin, body }) => {
    await confirmIdentity(deps, admin, body)
    return { message: 'Confirmed' }
  })
  mount(app, contract.mailCode, async ({ admin }) => {
    await admitTry(deps.db, 'mail', `reauthentication ${admin.id}`, deps.now())
    await mailCode(deps, { adminId: admin.id, kind: 'reauthentication', email: admin.email })
    return { message: `A code was mailed to ${admin.email}` }
  })
  mount(app, contract.changePassword, async ({ admin, body: { password, ...proof } }) => {
    await proveIdentity(deps, admin, proof)
    await changePassword(deps, admin, password)
    return { message: 'Your password was changed. All other sessions have ended.' }
  })
  mount(app, contract.changeEmail, async ({ admin, body }) => {
    await askForEmail(deps, admin, body.email)
    return { message: `Please open the link we mailed to ${body.email}.` }
  })
  mount(app, contract.cancelEmailChange, async ({ admin }) => {
    await cancelEmail(deps, admin)
    return { message: 'Your address stays as it is.' }
  })
}

function factorRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.enrolTotp, ({ admin, body }) => enrolTotp(deps, admin, body.name))
  mount(app, contract.enrolPasskey, async ({ admin, body }) => {
    const { id } = await enrolPasskey(deps, admin, body.name)
    return { id, ...(await askNewPasskey(deps, admin, id)) }
  })
  mount(app, contract.verifyNewFactor, async ({ admin, params, body }) => {
    const proven = await proveNewFactor(deps, admin, params.id, body)
    const token = await tokenFor(deps, admin, proven.session, deps.now())
    return { token, recovery_codes: proven.recovery_codes }
  })
  mount(app, contract.removeFactor, async ({ admin, params }) => {
    await removeFactor(deps, admin, params.id)
    return { message: 'Second factor removed' }
  })
  mount(app, contract.makeRecoveryCodes, async ({ admin }) => {
    demandConfirmed(admin, deps.now())
    if (!admin.hasFactor) notFound('Second factor')
    return { recovery_codes: await renewRecoveryCodes(deps, admin) }
  })
}

function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listSessions, ({ admin }) => readSessions(deps, admin))
  mount(app, contract.endSession, async ({ admin, params }) => {
    if (!(await deleteSessionOf(deps.db, admin.id, params.id))) notFound('Session')
    await logEvent(deps.db, 'sessions-ended', admin, deps.now(), '1')
    return { message: 'Session ended' }
  })
  mount(app, contract.endOtherSessions, async ({ admin }) => {
    const ended = await deleteSessions(deps.db, admin.id, { except: admin.sessionId })
    await logEvent(deps.db, 'sessions-ended', admin, deps.now(), String(ended))
    return { ended }
  })
}

function identityRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.linkIdentity, async ({ admin, body }) => ({
    url: await beginLinking(deps, admin, body),
  }))
  mount(app, contract.completeLinking, async ({ admin, body }) => {
    await completeLinking(deps, admin, body.code)
    return { message: 'Sign-in linked' }
  })
  mount(app, contract.unlinkIdentity, async ({ admin, params }) => {
    await unlinkIdentity(deps, admin, params.id)
    return { message: 'Sign-in unlinked' }
  })
}
