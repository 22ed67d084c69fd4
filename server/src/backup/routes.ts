import { resume } from '@attest/contract/dashboard'
import type { FastifyInstance } from 'fastify'
import { transact } from '../db/transact.ts'
import { endPause } from '../delivery/sending-pause.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { passDue } from '../mailings/reminders.ts'
import { endRestoredCopy } from './queries.ts'

export function backupRoutes(app: FastifyInstance, { bulkDb, config, now, sender }: Deps): void {
  mount(app, resume, async ({ admin }) => {
    await transact(bulkDb, async (tx) => {
      const at = now().toISOString()
      const wasCopy = await endRestoredCopy(tx)
      if (wasCopy) await passDue(tx, config, at)
      if ((await endPause(tx, at)) || wasCopy) await logEvent(tx, 'resumed', admin, now())
    })
    sender.sendNow()
  })
}
