import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const LIFE_MS = 60 * 60 * 1000

const key = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, 'attest', 'file', 32))

const sign = (secretKey: string, id: number, expires: number) =>
  createHmac('sha256', key(secretKey)).update(`${id}.${expires}`).digest('base64url')

/** Opens one file for an hour: an `<img>` cannot send a sign-in along. */
export function fileToken(secretKey: string, id: number, now: Date): string {
  const expires = now.getTime() + LIFE_MS
  return `${expires}.${sign(secretKey, id, expires)}`
}

export function opensFile(secretKey: string, token: string, id: number, now: Date): boolean {
  const [expires = '', signature = ''] = token.split('.')
  const right = Buffer.from(sign(secretKey, id, Number(expires)))
  const given = Buffer.from(signature)
  const genuine = right.length === given.length && timingSafeEqual(right, given)
  return genuine && Number(expires) > now.getTime()
}
