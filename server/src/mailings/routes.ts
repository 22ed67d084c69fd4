import { bulkSend, getMailing, resendEmail as resendEmailCall } from '@attest/contract/mailings'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mount, mountRaw, prefersAsync } from '../http/mount.ts'
import { bulkResult, describeMailing, resendEmail, startBulkSend } from './send-mailing.ts'

export function mailingRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, getMailing, ({ params }) => describeMailing(deps, params.id))
  mount(app, resendEmailCall, ({ params, admin }) => resendEmail(deps, admin, params.id))
  mountRaw(app, bulkSend, async ({ body: { statusFilter }, admin, request }, reply) => {
    const mailingId = await startBulkSend(deps, admin, statusFilter)
    if (prefersAsync(request)) return reply.code(202).send(bulkSend.accepted.parse({ mailingId }))
    return bulkSend.reply.parse(await bulkResult(deps, mailingId, statusFilter))
  })
}
