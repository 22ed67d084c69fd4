import * as z from 'zod/mini'
import { hasOneSelection, Selection } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { required, timestamp } from './fields.ts'

/** Why a chosen client gets no letter. returned: a letter came back from this address. */
export const LEFT_OUT = ['answered', 'excused', 'disputed', 'incomplete', 'returned'] as const
export type LeftOut = (typeof LEFT_OUT)[number]

export const LetterBatch = z.object({
  batchId: z.int(),
  letters: z.int(),
  /** Letters of the last print, without clients who had answered by then. */
  printed: z.int(),
  returned: z.int(),
  admin_email: z.string(),
  created_at: timestamp,
  printed_at: z.nullable(timestamp),
  mailed_at: z.nullable(timestamp),
  mailed_by: z.nullable(z.string()),
})
export type LetterBatch = z.infer<typeof LetterBatch>

const batchParams = z.object({ batchId: z.coerce.number().check(z.int()) })

export const MOST_LETTERS = 5000

/**
 * Prepares a letter for each chosen client who is unanswered and has a usable postal address. 409 `no_letters` without
 * such a client. `markMailed` counts them as asked.
 */
export const makeLetters = endpoint('POST /api/admin/letters', {
  body: z.object({ selection: Selection.check(hasOneSelection) }),
  reply: z.object({
    batchId: z.int(),
    letters: z.int(),
    leftOut: z.record(z.enum(LEFT_OUT), z.int()),
    /** A reason not to mail these letters yet. */
    warning: z.nullable(z.string()),
  }),
})

/** The newest first, at most 200. */
export const listLetterBatches = endpoint('GET /api/admin/letters', { reply: z.array(LetterBatch) })

/** The time of the last print as the caller saw it, or 'never'. 409 `letters_printed` if there is a later one. */
const lastPrint = z.object({ printed: z.optional(z.string()) })

/**
 * Prints new codes: those of an earlier print stop working. 409 `letters_mailed` once the batch is mailed. The security
 * log records each print.
 */
export const printLetters = endpoint('GET /api/admin/letters/:batchId/pdf', {
  params: batchParams,
  query: lastPrint,
})

/** A letter without a recipient that shows the window of a #10 envelope. */
export const printTestSheet = endpoint('GET /api/admin/letters/test-sheet', {})

/** Counts the last print's clients as asked. A repeat changes nothing. 409 `letters_not_printed` before a print. */
export const markMailed = endpoint('POST /api/admin/letters/:batchId/mailed', {
  params: batchParams,
  query: lastPrint,
  reply: LetterBatch,
})

/** Removes a batch that was not mailed. Its codes stop working. */
export const discardLetters = endpoint('DELETE /api/admin/letters/:batchId', {
  params: batchParams,
  query: lastPrint,
})

/**
 * The letters' postal addresses count as bad until they change, and the codes stop working. `reason` null takes that
 * back. 400 with the unknown numbers if one belongs to no printed letter; then nothing changes.
 */
export const returnLetters = endpoint('POST /api/admin/letters/returned', {
  body: z.object({
    numbers: z
      .array(z.string())
      .check(z.minLength(1, 'Enter at least one number'), z.maxLength(1000)),
    reason: z.nullable(required('Choose a reason')),
  }),
  reply: z.object({
    letters: z.array(z.object({ number: z.string(), client_id: z.int(), name: z.string() })),
  }),
})

/** Exchanges the code of a paper letter for a link's token. 404: wrong code; 429: ten wrong ones within an hour. */
export const redeemCode = endpoint('POST /api/code', {
  access: 'public',
  body: z.object({ code: z.string().check(z.maxLength(100)) }),
  reply: z.object({ token: z.string() }),
})

/** The Luhn algorithm: one mistyped digit never makes another letter's number. */
function checkDigit(id: string): number {
  const digits = [...id].reverse().map((digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return value > 9 ? value - 9 : value
  })
  return (10 - (digits.reduce((sum, digit) => sum + digit, 0) % 10)) % 10
}

export const letterNumber = (id: number): string => `${id}${checkDigit(String(id))}`

/** Reads a typed number or the address of a scanned code. Undefined if it has no letter's number. */
export function letterIdOf(number: string): number | undefined {
  const digits = /\d*$/.exec(number)![0]
  const id = digits.slice(0, -1)
  return id !== '' && id.length < 15 && letterNumber(Number(id)) === digits ? Number(id) : undefined
}
