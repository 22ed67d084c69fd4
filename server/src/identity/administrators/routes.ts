import * as contract from '@attest/contract/administrators'
import type { FastifyInstance } from 'fastify'
import { outboxCode } from '../../delivery/outbox.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { type Attributes, changeAccount } from './change-account.ts'
import * as change from './change-administrators.ts'
import { invite, inviteAgain, withdraw } from './invite.ts'
import { readAdministrator, readAdministrators } from './read-administrators.ts'

export function administratorRoutes(app: FastifyInstance, deps: Deps): void {
  const changed = async (by: SignedIn, id: string, attributes: Attributes) => {
    await changeAccount(deps, by, id, attributes)
    return readAdministrator(deps, id)
  }
  mount(app, contract.listAdministrators, () => readAdministrators(deps))
  const code = outboxCode(deps.mail.provider)
  mount(app, contract.inviteAdministrator, async ({ admin, body }) => {
    const { id, link } = await invite(deps, admin, body.email)
    return { ...(await readAdministrator(deps, id)), code, link }
  })
  mount(app, contract.resendInvitation, async ({ admin, params }) => {
    const { email, link } = await inviteAgain(deps, admin, params.id)
    return { message: `The invitation was mailed to ${email} again`, code, link }
  })
  mount(app, contract.withdrawInvitation, ({ admin, params }) => withdraw(deps, admin, params.id))
  mount(app, contract.approveAdministrator, ({ admin, params }) =>
    changed(admin, params.id, { role: 'admin' }),
  )
  mount(app, contract.switchOffAdministrator, ({ admin, params }) =>
    changed(admin, params.id, { ban_duration: Number.POSITIVE_INFINITY }),
  )
  mount(app, contract.switchOnAdministrator, ({ admin, params }) =>
    changed(admin, params.id, { ban_duration: 0 }),
  )
  mount(app, contract.resetSecondFactor, ({ admin, params }) =>
    change.resetSecondFactor(deps, admin, params.id),
  )
  mount(app, contract.removeAdministrator, ({ admin, params }) =>
    change.removeAdministrator(deps, admin, params.id),
  )
}
