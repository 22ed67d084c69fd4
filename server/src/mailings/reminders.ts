import type { ClientSelection } from '@attest/contract/clients'
import type { Body, Query } from '@attest/contract/endpoint'
import type {
  previewReminder as previewCall,
  remind as remindCall,
} from '@attest/contract/mailings'
import type { Insertable } from 'kysely'
import type { Config } from '../config.ts'
import { readValue } from '../db/read.ts'
import type { ReminderRow } from '../db/round-schema.ts'
import type { Db, Tx } from '../db/schema.ts'
import { lockBulkWriters, transact } from '../db/transact.ts'
import type { Basics, Deps, Sending } from '../deps.ts'
import { conflict, notFound } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { DAY_MS, localDay } from '../local-time.ts'
import { holdRound, refuseClosed } from '../rounds/change-round.ts'
import { listReminders, nextReminder } from '../rounds/describe-round.ts'
import { findRound, holdDueRounds, type RoundRecord } from '../rounds/queries.ts'
import { listRecipients } from '../rounds/round-rows.ts'
import { isSelection, selectClients, selectionOf } from '../selection/select-clients.ts'
import { previewRecipients } from './bulk-send.ts'
import { makeMailing } from './make-mailing.ts'
import { mustNotSend, refuseWhileRunning } from './running-mailing.ts'

/**
 * Sends or skips the next planned reminder now, or sends an extra one.
 * @throws Refusal 404; 409 if the round is closed, if `day` is no longer the next reminder, or while a mailing runs
 */
export async function remind(
  deps: Sending,
  admin: SignedIn,
  id: number,
  { day, skip, ...selection }: Body<typeof remindCall>,
): Promise<Reminded> {
  const author = { adminEmail: admin.email, at: deps.now().toISOString() }
  const result = await transact(deps.bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    if (!(await findRound(tx, id))) notFound('Round')
    const round = (await holdRound(tx, id))!
    const next = nextReminder(round, await listReminders(tx, round, deps.config.TIME_ZONE))
    if (day !== null && next?.day !== day) refuseChanged()
    if (!skip) await refuseWhileRunning(tx, 'mailing_running')
    const chosen = await chosenIn(tx, deps, selection)
    const made = skip
      ? { mailingId: null, recipients: 0 }
      : await makeReminder(tx, deps.config, { round, chosen, author })
    // Without recipients the reminder stays planned: clients who were just emailed get it later.
    if (day !== null && next && (skip || made.mailingId !== null)) {
      await insertReminders(tx, [
        {
          round_id: id,
          day,
          due_at: next.at,
          outcome: skip ? 'skipped' : 'sent',
          mailing_id: made.mailingId,
          admin_email: admin.email,
        },
      ])
    }
    return made
  })
  deps.sender.sendNow()
  return result
}

/** @throws Refusal 404; 409 if the round is closed, or another number of clients matches than the caller saw */
export async function previewReminder(deps: Basics, id: number, query: Query<typeof previewCall>) {
  const round = (await findRound(deps.db, id)) ?? notFound('Round')
  if (round.closed_at !== null) refuseClosed()
  const chosen = await chosenIn(deps.db, deps, selectionOf(query))
  const ids = await listRecipients(deps.db, round, deps.now().toISOString(), chosen)
  const asked = { chosen: { ids }, letter: round.template_id, kind: 'reminder' } as const
  const { emails } = await previewRecipients(deps.db, asked)
  return { recipients: ids.length, emails }
}

const chosenIn = async (db: Db, deps: Pick<Deps, 'config' | 'now'>, selection: ClientSelection) =>
  isSelection(selection) ? selectClients(db, deps, selection) : undefined

function refuseChanged(): never {
  const message = 'This reminder was sent or skipped meanwhile. Please look at the plan once more.'
  conflict('reminder_changed', message)
}

export interface Reminded {
  /** Null: nobody was left to remind. */
  mailingId: number | null
  recipients: number
}

interface NewReminder {
  round: RoundRecord
  author: { adminEmail: string; at: string }
  chosen?: number[]
}

/** One email to each client who was asked, is unanswered and got no email in the last 24 hours. */
async function makeReminder(
  tx: Tx,
  config: Config,
  { round, author, chosen }: NewReminder,
): Promise<Reminded> {
  const ids = await listRecipients(tx, round, author.at, chosen)
  if (ids.length === 0) return { mailingId: null, recipients: 0 }
  const selection = { ids }
  const { id, total } = await makeMailing(tx, config, { kind: 'reminder', selection, author })
  return { mailingId: total > 0 ? id : null, recipients: total }
}

const insertReminders = (tx: Tx, rows: Insertable<ReminderRow>[]) =>
  tx.insertInto('reminders').values(rows).execute()

/** When the round's last reminder was sent, or will be. */
const findLastReminder = (db: Db, roundId: number) =>
  readValue<string | null>(db)`
    select max(coalesce(m.settled_at, m.next_attempt_at)) as at
    from mailings b join messages m on m.mailing_id = b.id
    where b.round_id = ${roundId} and b.kind = 'reminder' and m.state <> 'canceled'
  `

type Parts = Pick<Deps, 'bulkDb' | 'config' | 'now' | 'sender'>

/**
 * Sends the newest due reminder and records earlier ones as missed, or all in an overdue round. Waits while paused,
 * while a mailing runs or an import is about to send, and a day after the last one. Only one process sends it.
 */
export async function sendDueReminder({ bulkDb, config, now, sender }: Parts): Promise<void> {
  const at = now().toISOString()
  const today = localDay(now(), config.TIME_ZONE)
  const sent = await transact(bulkDb, async (tx) => {
    await lockBulkWriters(tx)
    const round = await holdRound(tx, undefined)
    if (!round || round.paused) return false
    const planned = await listDue(tx, round, { config, at })
    if (planned.length === 0 || (await mustWait(tx, round.id, at))) return false
    // In an overdue round none is sent: the letter would name a day that has passed.
    const newest = today > round.due_on ? undefined : planned.at(-1)
    const author = { at, adminEmail: round.admin_email }
    const mailingId = newest ? (await makeReminder(tx, config, { round, author })).mailingId : null
    await endDue(tx, round, planned, newest && { reminder: newest, mailingId })
    return mailingId !== null
  })
  if (sent) sender.sendNow()
}

const listDue = async (
  tx: Tx,
  round: RoundRecord,
  { config, at }: { config: Config; at: string },
) =>
  (await listReminders(tx, round, config.TIME_ZONE)).filter(
    ({ outcome, at: due }) => outcome === 'planned' && due <= at,
  )

type DueReminder = Awaited<ReturnType<typeof listDue>>[number]

/** Records `sent` as sent and the other reminders as missed. */
const endDue = (
  tx: Tx,
  { id }: RoundRecord,
  due: DueReminder[],
  sent?: { reminder: DueReminder; mailingId: number | null },
) =>
  insertReminders(
    tx,
    due.map((reminder) => ({
      round_id: id,
      day: reminder.day,
      due_at: reminder.at,
      outcome: reminder === sent?.reminder ? 'sent' : 'missed',
      mailing_id: reminder === sent?.reminder ? sent.mailingId : null,
      admin_email: null,
    })),
  )

/** For a restored copy that resumes: the original may have sent what is due, so the office decides. */
export async function passDue(tx: Tx, config: Config, at: string): Promise<void> {
  await lockBulkWriters(tx)
  const round = await holdRound(tx, undefined)
  const due = round ? await listDue(tx, round, { config, at }) : []
  if (round && due.length > 0) await endDue(tx, round, due)
  await holdDueRounds(tx, at)
}

async function mustWait(tx: Tx, roundId: number, at: string): Promise<boolean> {
  if (await mustNotSend(tx)) return true
  const last = await findLastReminder(tx, roundId)
  return last !== null && Date.parse(at) - Date.parse(last) < DAY_MS
}
