import { listSecurityLog, type SecurityEvent } from '@attest/contract/security-log'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { mount } from '../../http/mount.ts'
import { deviceName } from './device.ts'
import { listEntries } from './queries.ts'

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
