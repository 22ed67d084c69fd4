import { resume } from '@attest/contract/dashboard'
import type { FastifyInstance } from 'fastify'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { endRestoredCopy } from './queries.ts'

export function backupRoutes(app: FastifyInstance, { db, now, sender }: Deps): void {
  mount(app, resume, async ({ admin }) => {
    await transact(db, async (tx) => {
      if (await endRestoredCopy(tx)) await logEvent(tx, 'resumed', admin, now())
    })
    sender.sendNow()
  })
}
