import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits; only the mail ever holds it. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored in its place. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
