import { setTimeout as sleep } from 'node:timers/promises'
import type { MessageCounts } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { countMessages, hasUntried } from './queries.ts'

const LOOK_EVERY_MS = 100

/**
 * Waits until every message of a mailing was tried once, until nothing can be sent at all,
 * or until the time is over; what still waits is told by the counts.
 */
export async function awaitSettled(
  { db, sender }: Deps,
  mailingId: number,
  limitMs: number,
): Promise<MessageCounts> {
  const end = performance.now() + limitMs
  while (performance.now() < end && !sender.trouble && (await hasUntried(db, mailingId))) {
    await sleep(LOOK_EVERY_MS)
  }
  return countMessages(db, mailingId)
}

/** What to say of messages that wait; null when none does. */
export function sayWaiting({ sender }: Deps, waiting: number): string | null {
  if (waiting === 0) return null
  const what = waiting === 1 ? '1 email is waiting' : `${waiting} emails are waiting`
  if (!sender.trouble) return `${what} and will be sent in the background.`
  const then = sender.waitsForResume ? '' : ' Sending will be tried again by itself.'
  return `${what}: ${sender.trouble}${then}`
}
