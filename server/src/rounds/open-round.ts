import { DEFAULT_PLAN, DUE_DAYS, unusedName } from '@attest/contract/rounds'
import type { Config } from '../config.ts'
import type { Tx } from '../db/schema.ts'
import { Refusal } from '../http/errors.ts'
import { addDays, localDay } from '../local-time.ts'
import { holdOpenRound, insertRound, listRoundRecords, type RoundRecord } from './queries.ts'

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
    due_on: addDays(localDay(new Date(at), config.TIME_ZONE), DUE_DAYS),
    plan: JSON.stringify(DEFAULT_PLAN),
  })
  // Another transaction has just started one.
  return started ?? (await holdOpenRound(tx))!
}
