import { setTimeout as sleep } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Db, MailingRow, MessageCounts, Tx } from '../db/schema.ts'
import { findPause } from '../delivery/sending-pause.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import { hasSendingImport } from '../rounds/queries.ts'
import { countMessages, findRunningMailing, hasUntried } from './queries.ts'

const WHAT: Partial<Record<MailingRow['kind'], string>> = {
  import: 'The mailing of an import',
  bulk: 'A bulk mailing',
  retry: 'A retry of failed emails',
  reminder: 'A reminder',
}

/** The running mailing to many, with a sentence about it: another one must not start. Null without one. */
export async function runningMailing(db: Db) {
  const running = await findRunningMailing(db)
  if (!running) return null
  const { total, waiting } = await countMessages(db, running.id)
  return { mailingId: running.id, message: inWords(running, total, waiting) }
}

function inWords({ kind, admin_email }: Selectable<MailingRow>, total: number, waiting: number) {
  const left = `${waiting} of ${total} emails are not yet sent`
  // A planned reminder names the round's administrator, who did not start it.
  const by = kind === 'reminder' ? '' : `, started by ${admin_email},`
  return `${WHAT[kind]}${by} is still running: ${left}. Wait for it, or cancel it first.`
}

/**
 * Call it after lockBulkWriters, in the transaction that makes the mailing. The second of two administrators then finds
 * the first one's mailing.
 * @throws Refusal 409 with the `mailingId` that is running
 */
export async function refuseWhileRunning(
  db: Db,
  code: 'conflict' | 'mailing_running' = 'conflict',
): Promise<void> {
  const running = await runningMailing(db)
  if (running) throw new Refusal(409, running.message, { code, mailingId: running.mailingId })
}

/** Planned sending waits: all sending is paused, a mailing runs, or an import is about to send. */
export const mustNotSend = async (tx: Tx): Promise<boolean> =>
  (await findPause(tx)) !== null ||
  (await runningMailing(tx)) !== null ||
  (await hasSendingImport(tx))

const POLL_EVERY_MS = 100

/** Waits until every message of a mailing was tried once, nothing can be sent, or the limit has passed. */
export async function awaitSettled(
  { db, sender }: Pick<Deps, 'db' | 'sender'>,
  mailingId: number,
  limitMs: number,
): Promise<MessageCounts> {
  const end = performance.now() + limitMs
  while (performance.now() < end && !sender.problem && (await hasUntried(db, mailingId))) {
    await sleep(POLL_EVERY_MS)
  }
  return countMessages(db, mailingId)
}

/** A sentence about waiting messages; null without any. */
export function sayWaiting({ sender }: Pick<Deps, 'sender'>, waiting: number): string | null {
  if (waiting === 0) return null
  const what = waiting === 1 ? '1 email is waiting' : `${waiting} emails are waiting`
  if (!sender.problem) return `${what} and will be sent in the background.`
  const then = sender.waitsForResume ? '' : ' Sending resumes by itself.'
  return `${what}: ${sender.problem}${then}`
}
