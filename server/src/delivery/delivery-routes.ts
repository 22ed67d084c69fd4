import { type Delivery, getDelivery } from '@attest/contract/delivery'
import type { FastifyInstance } from 'fastify'
import { mailDomain, senderOf } from '../config.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { isPublicDomain } from '../mail-warnings.ts'
import { checkSenderDomain } from './sender-domain.ts'

export function deliveryRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, getDelivery, () => readDelivery(deps))
}

async function readDelivery({
  config,
  sender,
}: Pick<Deps, 'config' | 'sender'>): Promise<Delivery> {
  const { provider, problem } = sender
  const name = mailDomain(config)
  return {
    server: { provider, sender: senderOf(config).address, problem },
    domain: { name, checks: isPublicDomain(name) ? await checkSenderDomain(config) : null },
  }
}
