import { createHash, randomBytes, randomInt } from 'node:crypto'

export const newToken = (): string => randomBytes(32).toString('base64url')

/** For long tokens. Six digits are too few: use `keyedHash`. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export const newSixDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0')
