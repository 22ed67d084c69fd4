import { setTimeout as sleep } from 'node:timers/promises'
import type { MessageCounts } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { countMessages, hasUntried } from './queries.ts'

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
