import { mailDomain } from '../config.ts'
import { transact } from '../db/transact.ts'
import { insertMessages } from '../delivery/messages.ts'
import type { Sending } from '../deps.ts'
import { BEFORE_ALL } from '../mailings/make-mailing.ts'
import { countNewLinks, insertMailing, letterOf } from '../mailings/queries.ts'
import { isRecipient } from '../mailings/recipients.ts'
import { lockClient } from '../records/clients.ts'
import { findLink } from '../records/links.ts'
import { hashToken } from '../secret-token.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MOST_A_DAY = 3

/** Sends nothing for an unknown link, to an excused or disputed client, or after three links in a day. */
export async function sendNewLink(deps: Sending, token: string): Promise<void> {
  const { db, config } = deps
  const now = deps.now()
  await transact(db, async (tx) => {
    const link = await findLink(tx, hashToken(token))
    const client = link && (await lockClient(tx, link.client_id))
    if (!client || client.excused_reason || client.disputed_at || client.mail_to === '') return
    const since = new Date(now.getTime() - DAY_MS).toISOString()
    if ((await countNewLinks(tx, client.id, since)) >= MOST_A_DAY) return
    const { id } = await insertMailing(tx, {
      kind: 'new_link',
      // No administrator: the client asked.
      admin_email: '',
      created_at: now.toISOString(),
    })
    await insertMessages(tx, id, isRecipient({ ids: [client.id] }), {
      at: BEFORE_ALL,
      mailDomain: mailDomain(config),
      letter: letterOf('new_link', null),
    })
  })
  deps.sender.sendNow()
}
