import type { OtherChannel } from '@attest/contract/verification'
import type { Updateable } from 'kysely'
import type { ClientRow, Tx } from '../db/schema.ts'
import { cancelUnsentTo } from '../delivery/messages.ts'
import { changedFields, recordChange } from '../history/queries.ts'
import { recordAnswer } from '../records/answers.ts'
import { type ClientRecord, updateClient } from '../records/clients.ts'
import { closeLinks } from '../records/links.ts'
import { holdOpenRound } from '../rounds/queries.ts'

interface Channel {
  via: 'link' | OtherChannel
  /** The address of the administrator who recorded the answer; null: the client answered. */
  admin: string | null
  result: 'confirmed' | 'updated'
  /** When the client answered; the record itself is written at `now`. */
  at: string
  now: string
  note: string | null
  /** For an answer by a link, to recognize it when it is sent again. */
  answerHash?: string | null
}

/** The client must be locked. Closes its links and cancels its waiting emails. */
export async function saveAnswer(
  tx: Tx,
  before: ClientRecord,
  details: Updateable<ClientRow>,
  { now, answerHash = null, ...channel }: Channel,
) {
  const answer = { ...channel, at: await withinRound(tx, channel.at, now) }
  await closeLinks(tx, before.id, { at: now, answerHash })
  await cancelUnsentTo(tx, before.id, now)
  const status = answer.result
  const after = await updateClient(tx, before.id, {
    ...details,
    status,
    has_changes: status === 'updated',
    last_updated: now,
  })
  const recorded = await recordAnswer(tx, before, after, { ...answer, recorded_at: now })
  const fields = changedFields(before, after)
  await recordChange(tx, { adminEmail: answer.admin, at: now }, status, { before, after, fields })
  return { after, ...recorded }
}

/** A close waits for the answer. Once the clock was set back, an answer given now would come before the open round. */
async function withinRound(tx: Tx, at: string, now: string): Promise<string> {
  const started = (await holdOpenRound(tx))?.started_at ?? ''
  return at === now && at < started ? started : at
}
