import { getOutboxMail, listOutbox } from '@attest/contract/outbox'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import { mount } from '../http/mount.ts'
import { listMails, readMail } from './outbox.ts'

export function outboxRoutes(app: FastifyInstance, { config }: Deps): void {
  mount(app, listOutbox, ({ query }) => {
    refuseWithSmtp(config.SMTP_URL)
    return listMails(config, query)
  })
  mount(app, getOutboxMail, ({ params }) => {
    refuseWithSmtp(config.SMTP_URL)
    return readMail(config, params.id)
  })
}

/** Keeps mails private that were written before a mail server was set. */
function refuseWithSmtp(url: string | undefined): void {
  if (url) throw new Refusal(409, 'Emails go out through your mail server, so none stay here.')
}
