import { text } from '@attest/contract/fields'
import { z } from 'zod'

/** It comes with every answer that names the account. */
const MOST = 10_000

/** What another program keeps with an account; its keys are its own business. */
export const metadata = z
  .record(z.string(), z.unknown())
  .refine(isStorable, `Must be JSON of at most ${MOST} characters that can be stored`)

function isStorable(value: object): boolean {
  try {
    return JSON.stringify(value, demandStorable).length <= MOST
  } catch {
    // Text that the database does not take, or nested too deeply to be written.
    return false
  }
}

function demandStorable(key: string, value: unknown): unknown {
  text.parse(key)
  if (typeof value === 'string') text.parse(value)
  return value
}
