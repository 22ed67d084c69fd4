import * as contract from '@attest/contract/account'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'
import { mount } from '../../http/mount.ts'
import { askNewPasskey, enrolPasskey, enrolTotp } from '../factors/enrol.ts'
import { proveNewFactor, renewRecoveryCodes } from '../factors/prove-factor.ts'
import { removeFactor } from '../factors/remove-factor.ts'
import { demandConfirmed } from '../guard.ts'
import { demandPasswordStrength } from '../passwords.ts'
import { beginLinking, completeLinking, unlinkIdentity } from '../providers/link-identity.ts'
import { endSession, endSessions } from '../sessions/end-sessions.ts'
import { signedIn } from '../throttle.ts'
import { cancelEmailChange, requestEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { confirmIdentity, mailProof, proveIdentity } from './prove-identity.ts'
import { readAccount, readSessions } from './read-account.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getAccount, ({ admin }) => readAccount(deps, admin))
  credentialRoutes(app, deps)
  factorRoutes(app, deps)
  mount(app, contract.listSessions, ({ admin }) => readSessions(deps, admin))
  mount(app, contract.endSession, ({ admin, params }) => endSession(deps, admin, params.id))
  mount(app, contract.endOtherSessions, async ({ admin }) => ({
    ended: await endSessions(deps, admin, 'others'),
  }))
  mount(app, contract.linkIdentity, async ({ admin, body }) => ({
    url: await beginLinking(deps, admin, body),
  }))
  mount(app, contract.completeLinking, ({ admin, body }) => completeLinking(deps, admin, body.code))
  mount(app, contract.unlinkIdentity, ({ admin, params }) => unlinkIdentity(deps, admin, params.id))
}

function credentialRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.confirmIdentity, ({ admin, body }) => confirmIdentity(deps, admin, body))
  mount(app, contract.mailCode, async ({ admin }) => {
    await mailProof(deps, admin)
    return { message: `A code was mailed to ${admin.email}` }
  })
  mount(app, contract.changePassword, async ({ admin, body: { password, ...proof } }) => {
    await demandPasswordStrength(deps, { password, email: admin.email }, signedIn(admin))
    await proveIdentity(deps, admin, proof)
    await changePassword(deps, admin, password)
  })
  mount(app, contract.changeEmail, async ({ admin, body }) => {
    await requestEmailChange(deps, admin, body.email)
    return { message: `Please open the link we mailed to ${body.email}.` }
  })
  mount(app, contract.cancelEmailChange, ({ admin }) => cancelEmailChange(deps, admin))
}

function factorRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.enrolTotp, ({ admin, body }) => enrolTotp(deps, admin, body.name))
  mount(app, contract.enrolPasskey, async ({ admin, body }) => {
    const { id } = await enrolPasskey(deps, admin, body.name)
    return { id, ...(await askNewPasskey(deps, admin, id)) }
  })
  mount(app, contract.verifyNewFactor, async ({ admin, params, body }) => {
    const proven = await proveNewFactor(deps, admin, params.id, body)
    const token = await deps.tokens.issue({ admin, session: proven.session, at: deps.now() })
    return { token, recovery_codes: proven.recovery_codes }
  })
  mount(app, contract.removeFactor, ({ admin, params }) => removeFactor(deps, admin, params.id))
  mount(app, contract.makeRecoveryCodes, async ({ admin }) => {
    demandConfirmed(admin, deps.now())
    if (!admin.hasFactor) notFound('Second factor')
    return { recovery_codes: await renewRecoveryCodes(deps, admin) }
  })
}
