import { ClientFilter } from '@attest/contract/clients'
import { planOf, unusedName } from '@attest/contract/rounds'
import type { Config } from '../config.ts'
import type { Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { conflict, notFound, Refusal } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { logEvent } from '../identity/security-log/queries.ts'
import { addDays, localDay, startOfHour } from '../local-time.ts'
import { findLastRecorded } from '../records/answers.ts'
import { describeRound } from './describe-round.ts'
import { freezeAll } from './kept-parts.ts'
import type { RoundRecord } from './queries.ts'
import * as queries from './queries.ts'

/** Keeps each client's part (decision 24). Throws Refusal 404; 409 if the round is closed, or while its emails wait. */
export async function closeRound(
  { bulkDb, config, now }: Pick<Deps, 'bulkDb' | 'config' | 'now'>,
  admin: SignedIn,
  id: number,
) {
  const closed = await transact(bulkDb, async (tx) => {
    const round = (await queries.lockRound(tx, id)) ?? notFound('Round')
    // Taken after the lock, so that transactions that held the round still belong to it.
    const at = now()
    if (round.closed_at !== null) refuseClosed()
    if (round.planned) throw new Refusal(409, 'This round has not started yet.')
    if (await queries.hasSendingImport(tx)) {
      const message = 'An import that sends emails is still running. Close the round afterwards.'
      conflict('mailing_running', message)
    }
    const waiting = await queries.countWaiting(tx, id)
    if (waiting > 0) {
      const emails = waiting === 1 ? '1 email still waits' : `${waiting} emails still wait`
      const message = `${emails} to be sent. Close the round afterwards, or cancel the mailing first.`
      conflict('mailing_running', message)
    }
    await freezeAll(tx, round)
    const closing = { closed_at: await closingTime(tx, round, at), closed_by: admin.email }
    await logEvent(tx, 'round-closed', admin, at, round.name)
    if (round.repeats) await planNextYear(tx, config, round, admin)
    return queries.updateRoundRow(tx, id, closing)
  })
  return describeRound(bulkDb, closed)
}

/** 52 weeks, so that each letter keeps its weekday. */
const YEAR_DAYS = 364

/** Plans the same round a year later, held until the office has looked at it. */
async function planNextYear(
  tx: Tx,
  { TIME_ZONE }: Config,
  { id: _, ...round }: RoundRecord,
  admin: SignedIn,
) {
  const started = addDays(localDay(new Date(round.started_at), TIME_ZONE), YEAR_DAYS)
  const everybody = { filter: ClientFilter.parse({}), total: 0, leaveOutDays: 0 }
  const nextName = round.name.replace(/\b20\d\d\b/g, (year) => String(Number(year) + 1))
  const taken = (await queries.listRoundRecords(tx)).map(({ name }) => name)
  await queries.insertRound(tx, {
    name: unusedName(nextName, taken),
    template_id: round.template_id,
    plan: JSON.stringify(round.plan),
    asks: JSON.stringify(round.asks ?? everybody),
    repeats: true,
    planned: true,
    held: 'confirm',
    admin_email: admin.email,
    started_at: startOfHour(started, round.plan.hour, TIME_ZONE).toISOString(),
    due_on: addDays(round.due_on, YEAR_DAYS),
  })
}

/** A time after everything that belongs to the round, even if the clock was set back. */
async function closingTime(tx: Tx, { started_at }: RoundRecord, now: Date): Promise<string> {
  const lastAnswer = (await findLastRecorded(tx, started_at)) ?? ''
  return [started_at, lastAnswer, now.toISOString()].sort().at(-1)!
}

const OPENED =
  'A round was opened meanwhile, maybe with another letter. Nothing was sent. Please look once more.'

/** Keeps the open round open until the transaction ends. Throws Refusal 409 unless it is round `id`; 0: no round. */
export async function holdRound(tx: Tx, id: number | undefined): Promise<RoundRecord | undefined> {
  const open = await queries.holdOpenRound(tx)
  if (id === 0 && open) conflict('round_opened', OPENED)
  if (id && open?.id !== id) refuseClosed()
  return open
}

export function refuseClosed(): never {
  conflict('round_closed', 'This round is closed.')
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
  const started = await queries.insertRound(tx, {
    name: monthlyName(await queries.listRoundRecords(tx), config, new Date(at)),
    template_id: null,
    admin_email: adminEmail,
    started_at: at,
    due_on: addDays(localDay(new Date(at), config.TIME_ZONE), config.ROUND_DAYS),
    plan: JSON.stringify(planOf(config.REMINDER_DAYS)),
  })
  // Another transaction has just started one.
  return started ?? (await queries.holdOpenRound(tx))!
}
