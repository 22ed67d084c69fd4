import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

const LIFE_MS = 60 * 60 * 1000

const key = (secretKey: string) => Buffer.from(hkdfSync('sha256', secretKey, 'attest', 'file', 32))

const sign = (secretKey: string, text: string) =>
  createHmac('sha256', key(secretKey)).update(text).digest('base64url')

/** Opens one file for an hour, in the name of one admin: an `<img>` cannot send a sign-in along. */
export function fileToken(secretKey: string, id: number, adminId: string, now: Date): string {
  const terms = `${now.getTime() + LIFE_MS}.${adminId}`
  return `${terms}.${sign(secretKey, `${id}.${terms}`)}`
}

/** The id of the admin in whose name the token opens the file; undefined where it does not. */
export function readFileToken(secretKey: string, token: string, id: number, now: Date) {
  const [expires = '', adminId = '', signature = ''] = token.split('.')
  const right = Buffer.from(sign(secretKey, `${id}.${expires}.${adminId}`))
  const given = Buffer.from(signature)
  const genuine = right.length === given.length && timingSafeEqual(right, given)
  return genuine && Number(expires) > now.getTime() ? adminId : undefined
}
