import * as z from 'zod/mini'
import { stateCode } from './states.ts'
import { tidyNumber, tidyText, tidyZip } from './tidy.ts'

// zod/mini throughout the contract: a browser builds its schemas in a fraction of zod's time. It has no
// texts of its own, so whatever a person can get wrong in a form has its message here.

/** The longest text any field of a client takes; longer input is refused, never cut. */
export const MAX_TEXT = 200

/** No NUL, which PostgreSQL cannot store, and no half of a character. */
const STORABLE = /^[^\0\p{Surrogate}]*$/u
const NOT_STORABLE = 'Must not contain characters that cannot be stored'

/** Any text that can be stored. */
export const text = z.string().check(z.regex(STORABLE, NOT_STORABLE))

const tidied = (tidy: (raw: string) => string, message?: string) =>
  z
    .string({ error: message })
    .check(
      z.overwrite(tidy),
      z.regex(STORABLE, NOT_STORABLE),
      z.maxLength(MAX_TEXT, `Must be at most ${MAX_TEXT} characters`),
    )

/** A tidy text that must not be empty. */
export const required = (message: string, tidy = tidyText) =>
  tidied(tidy, message).check(z.minLength(1, message))

/** How many different words of a search count; the rest are ignored. */
export const MAX_SEARCH_WORDS = 8

/** What is looked for, tidied as the texts are that it is to be found in; empty for all. */
export const searchText = z._default(tidied(tidyText), '')

const optional = (tidy: typeof tidyText) =>
  z.pipe(
    z.nullish(tidied(tidy)),
    z.transform((text) => text || null),
  )

/** A tidy text where empty, null and missing mean the same: null. */
export const optionalText = optional(tidyText)
/** The same for a number. */
export const optionalNumber = optional(tidyNumber)

/**
 * zod's own pattern, with all that RFC 5322 allows before the @ without quotation marks: R&D is an address. Not =?,
 * though: it begins an encoded word (RFC 2047), which mail programs show, and some of them use, as another address.
 */
const EMAIL =
  /^(?!\.)(?!.*\.\.)(?!.*=\?)[\w!#$%&'*+/=?^`{|}~.-]*[\w!#$%&'*+/=?^`{|}~-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/** RFC 5321 caps the length at 254. */
export const email = z.pipe(
  z.string({ error: 'Invalid email address' }).check(z.overwrite(tidyText)),
  z
    .email({ pattern: EMAIL, error: 'Invalid email address' })
    .check(z.maxLength(254, 'Invalid email address')),
)

/** Written in another case it is the same mailbox, at every provider there is. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/** A state's code or its full name in any case; becomes the code. */
export const state = z.pipe(
  required('State is required'),
  z.transform((name, { issues }) => {
    const code = stateCode(name)
    if (code) return code
    issues.push({ code: 'custom', message: `“${name}” is not a US state`, input: name })
    return z.NEVER
  }),
)

/** Five digits, or nine with a hyphen. */
export const zipCode = required('Zip code is required', tidyZip).check(
  z.regex(/^\d{5}(-\d{4})?$/, 'Zip code must be 5 digits, like 02134, or 9, like 02134-1234'),
)

/** ISO 8601 in UTC with milliseconds, as the database layer hands it over. */
export const timestamp = z.iso.datetime()

/** A row's id in a path. */
export const idParams = z.object({ id: z.coerce.number().check(z.int(), z.positive()) })

/** Which part of a list is asked for. */
export const pageQuery = {
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
}
