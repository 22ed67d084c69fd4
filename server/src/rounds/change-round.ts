import type { Body } from '@attest/contract/endpoint'
import {
  planOf,
  type startRound as startCall,
  unusedName,
  type updateRound as updateCall,
} from '@attest/contract/rounds'
import type { Config } from '../config.ts'
import type { Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Basics, Deps } from '../deps.ts'
import { notFound, Refusal, refuseField } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { addDays, localDay } from '../local-time.ts'
import { findLastRecorded } from '../records/answers.ts'
import { checkTemplate } from '../templates/describe-template.ts'
import { describeRound } from './describe-round.ts'
import {
  countWaiting,
  hasSendingImport,
  holdOpenRound,
  insertRound,
  listRoundRecords,
  lockRound,
  type RoundRecord,
  updateRoundRow,
} from './queries.ts'
import { freezeAll } from './round-rows.ts'

/** @throws Refusal 409 while a round is open; 400 for a past due date or an unknown template */
export async function startRound(
  { db, config, now }: Basics,
  admin: SignedIn,
  { template_id = null, plan = planOf(config.REMINDER_DAYS), ...round }: Body<typeof startCall>,
) {
  const at = now()
  refusePast(round.due_on, localDay(at, config.TIME_ZONE))
  const started = await transact(db, async (tx) => {
    await checkTemplate(tx, 'template_id', template_id)
    return insertRound(tx, {
      ...round,
      template_id,
      plan: JSON.stringify(plan),
      admin_email: admin.email,
      started_at: at.toISOString(),
    })
  })
  if (!started) {
    const message = 'A round is open already. Close it before you start another one.'
    throw new Refusal(409, message, { code: 'round_open' })
  }
  return describeRound(db, started)
}

/** @throws Refusal 404; 409 if the round is closed; 400 as for a new round */
export async function changeRound(
  { db, config, now }: Basics,
  id: number,
  { plan, ...fields }: Body<typeof updateCall>,
) {
  const changed = await transact(db, async (tx) => {
    await checkTemplate(tx, 'template_id', fields.template_id)
    const round = (await lockRound(tx, id)) ?? notFound('Round')
    if (round.closed_at !== null) refuseClosed()
    if (fields.due_on !== undefined && fields.due_on !== round.due_on)
      refusePast(fields.due_on, localDay(now(), config.TIME_ZONE))
    const values = { ...fields, ...(plan && { plan: JSON.stringify(plan) }) }
    return Object.keys(values).length === 0 ? round : updateRoundRow(tx, id, values)
  })
  return describeRound(db, changed)
}

/** Keeps each client's part (decision 24). Throws Refusal 404; 409 if the round is closed, or while its emails wait. */
export async function closeRound(
  { bulkDb, now }: Pick<Deps, 'bulkDb' | 'now'>,
  admin: SignedIn,
  id: number,
) {
  const closed = await transact(bulkDb, async (tx) => {
    const round = (await lockRound(tx, id)) ?? notFound('Round')
    // Read after the lock: what held the round belongs to it.
    const at = now()
    if (round.closed_at !== null) refuseClosed()
    if (await hasSendingImport(tx)) {
      const message = 'An import that sends emails is still running. Close the round afterwards.'
      throw new Refusal(409, message, { code: 'mailing_running' })
    }
    const waiting = await countWaiting(tx, id)
    if (waiting > 0) {
      const emails = waiting === 1 ? '1 email still waits' : `${waiting} emails still wait`
      const message = `${emails} to be sent. Close the round afterwards, or cancel the mailing first.`
      throw new Refusal(409, message, { code: 'mailing_running' })
    }
    await freezeAll(tx, round)
    const closing = { closed_at: await closingTime(tx, round, at), closed_by: admin.email }
    await logEvent(tx, 'round-closed', admin, at, round.name)
    return updateRoundRow(tx, id, closing)
  })
  return describeRound(bulkDb, closed)
}

/** After everything that belongs to the round, even if the clock was set back. */
async function closingTime(tx: Tx, { started_at }: RoundRecord, now: Date): Promise<string> {
  const lastAnswer = (await findLastRecorded(tx, started_at)) ?? ''
  return [started_at, lastAnswer, now.toISOString()].sort().at(-1)!
}

function refusePast(day: string, today: string) {
  if (day < today) refuseField('due_on', 'The due date is in the past.')
}

/** The open round, held open until the transaction ends. Throws Refusal 409 if `id` names another round. */
export async function holdRound(tx: Tx, id: number | undefined): Promise<RoundRecord | undefined> {
  const open = await holdOpenRound(tx)
  if (id !== undefined && open?.id !== id) refuseClosed()
  return open
}

export function refuseClosed(): never {
  throw new Refusal(409, 'This round is closed.', { code: 'round_closed' })
}

let month: Intl.DateTimeFormat | undefined

/** 'November 2026', or the first unused variant of it */
export function monthlyName(rounds: RoundRecord[], { TIME_ZONE }: Config, at: Date): string {
  month ??= new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const taken = rounds.map(({ name }) => name)
  return unusedName(month.format(new Date(localDay(at, TIME_ZONE))), taken)
}

export async function startMonthlyRound(
  tx: Tx,
  config: Config,
  { adminEmail, at }: { adminEmail: string; at: string },
): Promise<RoundRecord> {
  const started = await insertRound(tx, {
    name: monthlyName(await listRoundRecords(tx), config, new Date(at)),
    template_id: null,
    admin_email: adminEmail,
    started_at: at,
    due_on: addDays(localDay(new Date(at), config.TIME_ZONE), config.ROUND_DAYS),
    plan: JSON.stringify(planOf(config.REMINDER_DAYS)),
  })
  // Another transaction has just started one.
  return started ?? (await holdOpenRound(tx))!
}
