import { text } from '@attest/contract/fields'
import * as z from 'zod/mini'
import type { Tx } from '../../db/schema.ts'
import { Refusal } from '../../http/errors.ts'
import { mergeMetadata } from './queries.ts'

/** Bytes of UTF-8: it is part of every reply with the account. */
const MOST_BYTES = 10 * 1024
/** Far from where reading or writing it would overflow the stack. */
const MOST_LEVELS = 32

export const metadata = z
  .record(z.string(), z.unknown())
  .check(
    z.refine(
      isStorable,
      `Must be JSON of at most 10 KB and ${MOST_LEVELS} levels that can be stored`,
    ),
  )

export async function addMetadata(tx: Tx, id: string, added: { user?: object; app?: object }) {
  const account = await mergeMetadata(tx, id, added)
  const tooMuch =
    (added.user && sizeOf(account?.user_metadata) > MOST_BYTES) ||
    (added.app && sizeOf(account?.app_metadata) > MOST_BYTES)
  if (tooMuch) throw new Refusal(400, 'An account keeps at most 10 KB of metadata.')
  return account
}

const sizeOf = (value: object = {}) => Buffer.byteLength(JSON.stringify(value))

function isStorable(value: object): boolean {
  if (!isWithin(MOST_LEVELS, value) || sizeOf(value) > MOST_BYTES) return false
  try {
    return Boolean(JSON.stringify(value, demandStorable))
  } catch {
    return false
  }
}

const isWithin = (levels: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isWithin(levels - 1, each)))

function demandStorable(key: string, value: unknown): unknown {
  text.parse(key)
  if (typeof value === 'string') text.parse(value)
  return value
}
