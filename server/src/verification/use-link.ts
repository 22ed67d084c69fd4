import { isSameAddress } from '@attest/contract/fields'
import { INVALID_LINK, PublicClient } from '@attest/contract/verification'
import * as z from 'zod/mini'
import { isUnconfirmed, routeMail } from '../clients/mail-address.ts'
import { mailDomain } from '../config.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import { cancelUnsentTo, insertMessages } from '../delivery/messages.ts'
import type { Sending, Timed } from '../deps.ts'
import { recordChanges, recordEvent } from '../history/queries.ts'
import { Refusal } from '../http/errors.ts'
import type { From } from '../http/signed-in.ts'
import { DAY_MS } from '../local-time.ts'
import { BEFORE_ALL } from '../mailings/make-mailing.ts'
import { countNewLinks, findLetterOf, insertMailing, letterOf } from '../mailings/queries.ts'
import { isRecipient, restoreAnswered } from '../mailings/recipients.ts'
import { findClient, lockClient, updateClient } from '../records/clients.ts'
import * as links from '../records/links.ts'
import { findByMergedLink } from '../records/merges.ts'
import { hashToken } from '../secret-key.ts'

/** Refuses a dead link and states what happened to it. A link to a former address looks like an unknown one. */
export function refuseLink(link: links.Link | undefined, now: string): never {
  if (link && !link.revoked_at) {
    if (link.answered_at) {
      throw new Refusal(404, INVALID_LINK, { code: 'link_answered', at: link.answered_at })
    }
    if (link.expires_at <= now) {
      throw new Refusal(404, INVALID_LINK, { code: 'link_expired', at: link.expires_at })
    }
  }
  throw new Refusal(404, INVALID_LINK)
}

/** Writes nothing, since mail scanners fetch links. */
export async function readVerification({ db, now }: Timed, token: string): Promise<PublicClient> {
  const at = now().toISOString()
  const tokenHash = hashToken(token)
  const client = await links.findClientByLink(db, tokenHash, at)
  if (client) return z.parse(PublicClient, client)
  const link = await links.findLink(db, tokenHash)
  // A client who is asked again must not read that nothing is left to do.
  if (link?.answered_at && !link.revoked_at) {
    const asked = await findClient(db, link.client_id)
    const [ended] = [link.answered_at, link.expires_at].sort()
    if (asked?.status === 'pending')
      throw new Refusal(404, INVALID_LINK, { code: 'link_expired', at: ended })
  }
  refuseLink(link, at)
}

/** Throws Refusal 404 for a dead link. */
export async function recordOpened({ db, now }: Timed, token: string, { userAgent }: From) {
  const at = now().toISOString()
  const tokenHash = hashToken(token)
  const client = await links.findClientByLink(db, tokenHash, at)
  if (!client) refuseLink(await links.findLink(db, tokenHash), at)
  await links.insertOpening(db, tokenHash, { at, onPhone: /Mobi/.test(userAgent) })
}

const MOST_A_DAY = 3

/** Sends nothing for an unknown link, to a client who must not be asked, while one waits, or after three in a day. */
export async function sendNewLink(deps: Sending, token: string): Promise<void> {
  const { db, config } = deps
  const now = deps.now()
  await transact(db, async (tx) => {
    const tokenHash = hashToken(token)
    const link = await links.findLink(tx, tokenHash)
    const id = link?.client_id ?? (await findByMergedLink(tx, tokenHash))
    const client = id && (await lockClient(tx, id))
    if (!client || client.excused_reason || client.disputed_at || client.reported_as) return
    if (client.bounced || client.mail_to === '') return
    const since = new Date(now.getTime() - DAY_MS).toISOString()
    const { made, waiting } = await countNewLinks(tx, client.id, since)
    if (made >= MOST_A_DAY || waiting > 0) return
    const mailing = await insertMailing(tx, {
      kind: 'new_link',
      // No administrator: the client asked.
      admin_email: '',
      created_at: now.toISOString(),
    })
    await insertMessages(tx, mailing.id, isRecipient({ ids: [client.id] }), {
      at: BEFORE_ALL,
      mailDomain: mailDomain(config),
      letter: letterOf('new_link', (link && (await findLetterOf(tx, link))) ?? null),
    })
  })
  // Keeps the pause that a mail server has asked for: no stranger may end it.
  deps.sender.wake()
}

/** @throws Refusal 404; also if the email was changed once more, or while the answer is disputed */
export async function confirmEmail({ db, now }: Timed, token: string): Promise<void> {
  const at = now().toISOString()
  const tokenHash = hashToken(token)
  await transact(db, async (tx) => {
    const found = await links.findLink(tx, tokenHash, 'confirm_email')
    if (!found || found.revoked_at) refuseLink(found, at)
    const before = (await lockClient(tx, found.client_id)) ?? refuseLink(undefined, at)
    const link = await links.lockLink(tx, tokenHash)
    const isOld = !isSameAddress(link.email, before.email) || before.disputed_at !== null
    if (link.revoked_at || isOld) refuseLink(undefined, at)
    if (link.answered_at) return
    if (link.expires_at <= at) refuseLink(link, at)
    await links.settleLink(tx, link, at)
    if (!isUnconfirmed(before)) return
    const proved = { ...routeMail(before, { by: 'confirmation' }), bounced_to: null }
    const after = await updateClient(tx, before.id, proved)
    await recordChanges(tx, { adminEmail: null, at }, [
      {
        client_id: before.id,
        action: 'email_confirmed',
        before: { email: before.mail_to },
        after: { email: after.email },
      },
    ])
  })
}

/** Changes no detail, so a thief gains nothing. A repeat does nothing, even after the dispute. Throws Refusal 404. */
export async function disputeAnswer({ db, now }: Timed, token: string): Promise<void> {
  const at = now().toISOString()
  const tokenHash = hashToken(token)
  const found = (await links.findLink(db, tokenHash, 'not_me')) ?? refuseLink(undefined, at)
  if (found.answered_at) return
  if (found.expires_at <= at) refuseLink(found, at)
  await transact(db, async (tx) => {
    // A mailing that is being made must end first, so that its message is canceled too.
    await lockBulkWriters(tx)
    const before = (await lockClient(tx, found.client_id)) ?? refuseLink(undefined, at)
    const link = await links.lockLink(tx, tokenHash)
    if (link.answered_at) return
    await links.settleLink(tx, link, at)
    await links.revokeAllLinks(tx, before.id, at)
    await links.revokeLinksOf(tx, link.answer_id!, at)
    await cancelUnsentTo(tx, before.id, at)
    // Restores the status if only a canceled email had reset it.
    await restoreAnswered(tx, 'client_id', before.id)
    await updateClient(tx, before.id, {
      disputed_at: before.disputed_at ?? at,
      // Keeps the earlier of two disputed answers, since only the values before it are safe.
      disputed_answer_id: Math.min(link.answer_id!, before.disputed_answer_id ?? Infinity),
    })
    await recordEvent(tx, { adminEmail: null, at }, 'disputed', before.id)
  })
}
