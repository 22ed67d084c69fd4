import { assignBounce as assignCall, getDelivery } from '@attest/contract/delivery'
import type { FastifyInstance } from 'fastify'
import { mailDomain, senderOf } from '../config.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { isPublicDomain } from '../network.ts'
import { assignBounce, findLastEvent, listMarked, listUnmatched } from './mailbox/mail-events.ts'
import { readState } from './mailbox/mailbox-state.ts'
import { checkSenderDomain } from './sender-domain.ts'

export function deliveryRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, getDelivery, () => readDelivery(deps))
  mount(app, assignCall, ({ params }) => assignBounce(deps, params.id))
}

async function readDelivery({ config, db, sender }: Pick<Deps, 'config' | 'db' | 'sender'>) {
  const { provider, problem } = sender
  const name = mailDomain(config)
  return {
    server: { provider, sender: senderOf(config).address, problem },
    mailbox: await readState({ db, config }),
    lastEvent: (await findLastEvent(db)) ?? null,
    marked: await listMarked(db),
    unmatched: await listUnmatched(db),
    domain: { name, checks: isPublicDomain(name) ? await checkSenderDomain(config) : null },
  }
}
