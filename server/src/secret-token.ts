import { createHash, randomBytes, randomInt } from 'node:crypto'

/** 256 random bits; only the mail or the browser it goes to ever holds it. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored in its place. Six digits are too few for this: they take `keyedHash`. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export const newSixDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0')
