import type { Tx } from '../../db/schema.ts'
import { lockBulkWriters, transact } from '../../db/transact.ts'
import { isRestoredCopy } from '../../delivery/ledger.ts'
import type { Deps } from '../../deps.ts'
import { localDay } from '../../local-time.ts'
import { listReminders } from '../../rounds/describe-round.ts'
import { holdRound } from '../../rounds/open-round.ts'
import { hasSendingImport } from '../../rounds/queries.ts'
import { runningMailing } from '../running-mailing.ts'
import { findLastReminder, insertReminders, makeReminder } from './remind.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Parts = Pick<Deps, 'bulkDb' | 'config' | 'now' | 'sender'>

/**
 * Sends the newest due reminder and records earlier ones as missed; in an overdue round, all. Waits while paused, while
 * a mailing runs or an import will send one, and for a day after the last. Only one process sends it.
 */
export async function sendDueReminder(parts: Parts): Promise<void> {
  const { bulkDb, config, now, sender } = parts
  const at = now().toISOString()
  const today = localDay(now(), config.TIME_ZONE)
  const sent = await transact(bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    const round = await holdRound(tx, undefined)
    if (!round || round.paused) return false
    const planned = (await listReminders(tx, round, config.TIME_ZONE)).filter(
      ({ outcome, at: due }) => outcome === 'planned' && due <= at,
    )
    if (planned.length === 0 || (await mustWait(tx, round.id, at))) return false
    // Its letter asks for an answer by the due date.
    const newest = today > round.due_on ? undefined : planned.at(-1)
    const author = { at, adminEmail: round.admin_email }
    const mailingId = newest ? (await makeReminder(tx, config, { round, author })).mailingId : null
    await insertReminders(
      tx,
      planned.map((reminder) => ({
        round_id: round.id,
        day: reminder.day,
        due_at: reminder.at,
        outcome: reminder === newest ? 'sent' : 'missed',
        mailing_id: reminder === newest ? mailingId : null,
        admin_email: null,
      })),
    )
    return mailingId !== null
  })
  if (sent) sender.sendNow()
}

async function mustWait(tx: Tx, roundId: number, at: string): Promise<boolean> {
  if ((await isRestoredCopy(tx)) || (await runningMailing(tx)) || (await hasSendingImport(tx)))
    return true
  const last = await findLastReminder(tx, roundId)
  return last !== null && Date.parse(at) - Date.parse(last) < DAY_MS
}
