import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyFor } from '../secret-key.ts'

const MOST_MS = 60 * 60 * 1000
/** Tokens of the same ten minutes are equal, so a list read again reloads no picture. */
const STEP_MS = 10 * 60 * 1000

/** view: an admin opens one file. list: the page shows thumbnails. */
export type Purpose = 'view' | 'list'

const sign = (secretKey: string, text: string) =>
  createHmac('sha256', keyFor(secretKey, 'file')).update(text).digest('base64url')

/** Opens one file for at most an hour within its session: an `<img>` cannot send a sign-in. */
export function fileToken(
  secretKey: string,
  id: number,
  { sessionId, purpose, now }: { sessionId: string; purpose: Purpose; now: Date },
): string {
  const expires = Math.ceil((now.getTime() + MOST_MS - STEP_MS) / STEP_MS) * STEP_MS
  const terms = `${expires}.${sessionId}.${purpose}`
  return `${terms}.${sign(secretKey, `${id}.${terms}`)}`
}

export function readFileToken(secretKey: string, token: string, id: number, now: Date) {
  const [expires = '', sessionId = '', purpose = '', signature = ''] = token.split('.')
  const right = Buffer.from(sign(secretKey, `${id}.${expires}.${sessionId}.${purpose}`))
  const given = Buffer.from(signature)
  const genuine = right.length === given.length && timingSafeEqual(right, given)
  if (!genuine || Number(expires) <= now.getTime()) return undefined
  return { sessionId, purpose: purpose as Purpose }
}
