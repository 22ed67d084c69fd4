import * as z from 'zod/mini'
import { stateCode } from './states.ts'
import { tidyNumber, tidyText, tidyZip } from './tidy.ts'

// zod/mini: a browser builds its schemas far faster. It has no texts, so every message is here.

/** Longer input is rejected, never cut. */
export const MAX_TEXT = 200

/** No NUL, which PostgreSQL cannot store, and no lone surrogate. */
const STORABLE = /^[^\0\p{Surrogate}]*$/u
const NOT_STORABLE = 'Must not contain characters that cannot be stored'

export const text = z.string().check(z.regex(STORABLE, NOT_STORABLE))

const tidied = (tidy: (raw: string) => string, message?: string) =>
  z
    .string({ error: message })
    .check(
      z.overwrite(tidy),
      z.regex(STORABLE, NOT_STORABLE),
      z.maxLength(MAX_TEXT, `Must be at most ${MAX_TEXT} characters`),
    )

export const required = (message: string, tidy = tidyText) =>
  tidied(tidy, message).check(z.minLength(1, message))

/** Further words of a search are ignored. */
export const MAX_SEARCH_WORDS = 8

/** Tidied like the texts it is compared with. */
export const searchText = z._default(tidied(tidyText), '')

const optional = (tidy: typeof tidyText) =>
  z.pipe(
    z.nullish(tidied(tidy)),
    z.transform((text) => text || null),
  )

/** '', null and missing become null. */
export const optionalText = optional(tidyText)
export const optionalNumber = optional(tidyNumber)

/**
 * zod's pattern with every character RFC 5322 allows before the @ (R&D). Not =?, the start of an encoded word (RFC
 * 2047), which some mail programs use as another address.
 */
const EMAIL =
  /^(?!\.)(?!.*\.\.)(?!.*=\?)[\w!#$%&'*+/=?^`{|}~.-]*[\w!#$%&'*+/=?^`{|}~-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

export const email = z.pipe(
  z.string({ error: 'Invalid email address' }).check(z.overwrite(tidyText)),
  z
    .email({ pattern: EMAIL, error: 'Invalid email address' })
    .check(z.maxLength(254, 'Invalid email address')),
)

/** Case makes no other mailbox at any provider. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

/** A code or full name in any case; becomes the code. */
export const state = z.pipe(
  required('State is required'),
  z.transform((name, { issues }) => {
    const code = stateCode(name)
    if (code) return code
    issues.push({ code: 'custom', message: `“${name}” is not a US state`, input: name })
    return z.NEVER
  }),
)

export const zipCode = required('Zip code is required', tidyZip).check(
  z.regex(/^\d{5}(-\d{4})?$/, 'Zip code must be 5 digits, like 02134, or 9, like 02134-1234'),
)

/** ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime()

export const idParams = z.object({ id: z.coerce.number().check(z.int(), z.positive()) })

/** The round that an email belongs to. Missing: the open one, otherwise a new one named for the month. */
export const roundId = z.optional(z.int().check(z.positive()))

export const pageQuery = {
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
}
