import type { NotForMe } from '@attest/contract/verification'
import type { Reported } from '@attest/contract/wrong-hands'
import type { Tx } from '../db/schema.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import { cancelUnsentAt } from '../delivery/messages.ts'
import type { Basics, Timed } from '../deps.ts'
import { recordChanges, recordEvent } from '../history/queries.ts'
import { conflict, notFound, refuseField } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { localDay } from '../local-time.ts'
import { returnByReader } from '../mailings/letters/make-letters.ts'
import { restoreAnswered } from '../mailings/recipients.ts'
import * as records from '../records/clients.ts'
import * as links from '../records/links.ts'
import { reportTrashed } from '../records/trash.ts'
import { hashToken } from '../secret-key.ts'
import { refuseLink } from './use-link.ts'

/** Changes no field, so a stranger gains nothing. The same report again does nothing. Throws Refusal 404; 400. */
export async function reportNotForMe({ db, config, now }: Basics, token: string, said: NotForMe) {
  const at = now().toISOString()
  if (said.kind === 'died') refuseIncomplete(said, localDay(now(), config.TIME_ZONE))
  const tokenHash = hashToken(token)
  const found = (await links.findLink(db, tokenHash)) ?? refuseLink(undefined, at)
  if (!found.revoked_at && isOver(found, at)) refuseLink(found, at)
  await transact(db, async (tx) => {
    // A mailing that is being made must end first, so that its message is canceled too.
    await lockBulkWriters(tx)
    const client = (await records.lockClient(tx, found.client_id)) ?? refuseLink(undefined, at)
    const link = await links.lockLink(tx, tokenHash)
    if (isRepeated(client, link, said)) return
    if (link.revoked_at || isOver(link, at)) refuseLink(link, at)
    const { kind, name, phone_number, died_on = null } = said
    const death = { name, phone_number, died_on }
    const told = kind === 'died' ? death : { name: null, phone_number: null, died_on: null }
    if (isOnPaper(link, kind)) return returnByReader(tx, link, at)
    const reported = { kind, at, email: link.email, ...told }
    await keepReport(tx, client, reported)
    if (kind === 'died') return
    await records.keepWrongPerson(tx, reported)
    // Other clients at this mailbox are reported too: its reader was promised no more mail.
    for (const other of await records.lockClientsAt(tx, link.email))
      if (other.reported_as === null) await keepReport(tx, other, reported)
    await reportTrashed(tx, reported)
  })
}

function refuseIncomplete({ name, phone_number, died_on }: NotForMe, today: string): void {
  if (!name) refuseField('name', 'Your name is required')
  if (!phone_number) refuseField('phone_number', 'Your phone number is required')
  if (died_on && died_on > today) refuseField('died_on', 'This day is in the future.')
}

const isOver = ({ answered_at, expires_at }: links.Link, at: string) =>
  answered_at !== null || expires_at <= at

/** Whether this report has already ended the link. */
const isRepeated = ({ reported }: records.ClientRecord, link: links.Link, { kind }: NotForMe) =>
  link.revoked_at !== null &&
  (isOnPaper(link, kind) || (reported?.at === link.revoked_at && reported.kind === kind))

/** A paper letter in the wrong hands counts as returned: the postal address is wrong, not the email. */
const isOnPaper = ({ email }: links.Link, kind: NotForMe['kind']) =>
  email === links.ON_PAPER && kind === 'wrong_person'

async function keepReport(tx: Tx, { id, mail_to }: records.ClientRecord, reported: Reported) {
  const { kind, at, email, name, phone_number, died_on } = reported
  await records.updateClient(tx, id, { reported: JSON.stringify(reported) })
  if (kind === 'died') await links.revokeAllLinks(tx, id, at)
  else await links.revokeLinksTo(tx, { client_id: id, email }, at)
  await cancelUnsentAt(tx, { id, mail_to }, kind === 'died' ? null : email, at)
  // Restores the status if only a canceled email had reset it.
  await restoreAnswered(tx, 'client_id', id)
  const words = [name, phone_number, died_on && `died ${died_on}`].filter(Boolean).join(', ')
  await recordChanges(tx, { adminEmail: null, at }, [
    {
      client_id: id,
      action: kind === 'died' ? 'reported_deceased' : kind,
      before: null,
      after: { said: words || email },
    },
  ])
}

/** Lets mail go again. Links that the report has ended stay closed. Throws Refusal 404; 409 without a report. */
export const endReport = async ({ db, now }: Timed, admin: SignedIn, id: number) =>
  transact(db, async (tx) => {
    const before = (await records.lockClient(tx, id)) ?? notFound('User')
    if (!before.reported_as) conflict('no_report', 'The report has already ended.')
    const { kind, email } = before.reported!
    const left = kind === 'died' ? await records.reportedAt(tx, before.mail_to) : {}
    const after = await records.updateClient(tx, id, { reported: null, ...left })
    if (kind === 'wrong_person') await records.forgetWrongPerson(tx, email)
    await recordEvent(tx, { adminEmail: admin.email, at: now().toISOString() }, 'report_ended', id)
    return after
  })
