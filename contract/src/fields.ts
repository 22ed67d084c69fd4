import { z } from 'zod'
import { stateCode } from './states.ts'

/** The longest text any field of a client takes; longer input is refused, never cut. */
export const MAX_TEXT = 200

/** No NUL, which PostgreSQL cannot store, and no half of a character. */
const STORABLE = /^[^\0\p{Surrogate}]*$/u
const NOT_STORABLE = 'Must not contain control characters'

/** Any text that can be stored. */
export const text = z.string().regex(STORABLE, NOT_STORABLE)

/** A trimmed text that must not be empty. */
export const required = (message: string) =>
  z
    .string({ error: message })
    .regex(STORABLE, NOT_STORABLE)
    .trim()
    .min(1, message)
    .max(MAX_TEXT, `Must be at most ${MAX_TEXT} characters`)

/** A trimmed text where empty, null and missing mean the same: null. */
export const optionalText = text
  .trim()
  .max(MAX_TEXT, `Must be at most ${MAX_TEXT} characters`)
  .nullish()
  .transform((trimmed) => trimmed || null)

/** The pattern is zod's; RFC 5321 caps the length at 254. */
export const email = z
  .string({ error: 'Invalid email address' })
  .trim()
  .pipe(z.email('Invalid email address').max(254, 'Invalid email address'))

/** A state's code or its full name in any case; becomes the code. */
export const state = required('State is required').transform((name, ctx) => {
  const code = stateCode(name)
  if (code) return code
  ctx.addIssue({ code: 'custom', message: `“${name}” is not a US state` })
  return z.NEVER
})

/** Five digits, or nine with a hyphen. */
export const zipCode = required('Zip code is required').regex(
  /^\d{5}(-\d{4})?$/,
  'Zip code must be 5 digits, like 02134, or 9, like 02134-1234',
)

/** ISO 8601 in UTC with milliseconds, as the database layer hands it over. */
export const timestamp = z.iso.datetime()

/** A row's id in a path. */
export const idParams = z.object({ id: z.coerce.number().int().positive() })
