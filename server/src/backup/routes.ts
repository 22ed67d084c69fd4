import { resume } from '@attest/contract/backup'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mount } from '../http/mount.ts'
import { resumeCopy } from './resume-copy.ts'

export function backupRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, resume, async ({ admin }) => {
    await resumeCopy(deps, admin)
    return { message: 'Emails and nightly backups go on.' }
  })
}
