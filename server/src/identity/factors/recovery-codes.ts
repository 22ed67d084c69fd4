import { randomInt } from 'node:crypto'
import { keyedHash } from '../../secret-key.ts'

const CODES = 10
/** No letter that looks like a digit or another letter. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const LENGTH = 10

export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, newRecoveryCode)

function newRecoveryCode(): string {
  const signs = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
  return `${signs.slice(0, LENGTH / 2).join('')}-${signs.slice(LENGTH / 2).join('')}`
}

/** The stored hash; blanks, hyphens and case do not count. */
export const recoveryHash = (secretKey: string, typed: string): string =>
  keyedHash(secretKey, `recovery:${typed.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
