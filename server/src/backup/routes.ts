import { resume } from '@attest/contract/dashboard'
import type { FastifyInstance } from 'fastify'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { passDue } from '../mailings/reminders.ts'
import { endRestoredCopy } from './queries.ts'

export function backupRoutes(app: FastifyInstance, { bulkDb, config, now, sender }: Deps): void {
  mount(app, resume, async ({ admin }) => {
    await transact(bulkDb, async (tx) => {
      if (!(await endRestoredCopy(tx))) return
      await passDue(tx, config, now().toISOString())
      await logEvent(tx, 'resumed', admin, now())
    })
    sender.sendNow()
  })
}
