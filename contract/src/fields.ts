import * as z from 'zod/mini'
import {
  CLIENT_FIELDS,
  type ClientField,
  type DefaultedField,
  FIELDS,
  mayBeNull,
  type NullableField,
  nameOf,
} from './client-fields.ts'
import { languageCode, NAMES_IN_WORDS } from './languages.ts'
import { checkPlace, type Place } from './place.ts'
import { MAX_TEXT, tidyLines, tidyNumber, tidyText } from './tidy.ts'

// zod/mini builds schemas far faster in a browser. It has no texts of its own, so every message is given.

/** PostgreSQL cannot store NUL or a lone surrogate. */
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

export const MessageReply = z.object({ message: z.string() })

/** After an email to one person. Without a code, it was sent; with one, `message` says why it was not. */
export const EmailReply = z.extend(MessageReply, {
  code: z.optional(z.enum(['email_waiting', 'pending_again', 'written_to_outbox'])),
})

/** Tidied like the texts it is compared with. */
export const searchText = z._default(tidied(tidyText), '')

const optional = (tidy: typeof tidyText) =>
  z.pipe(
    z.nullish(tidied(tidy)),
    z.transform((text) => text || null),
  )

/** Templates of reminders have ids that end so. They are no groups. */
export const REMINDER_END = '-reminder'

/** '', null and missing become null. */
export const optionalText = optional(tidyText)
export const optionalNumber = optional(tidyNumber)

/** zod's pattern, with all that RFC 5322 allows before the @ (R&D) except =?, which mail programs decode (RFC 2047). */
const EMAIL =
  /^(?!\.)(?!.*\.\.)(?!.*=\?)[\w!#$%&'*+/=?^`{|}~.-]*[\w!#$%&'*+/=?^`{|}~-]@(?:[a-z\d][a-z\d-]*\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/i

export const email = z.pipe(
  z.string({ error: 'Invalid email address' }).check(z.overwrite(tidyText)),
  z
    .email({ pattern: EMAIL, error: 'Invalid email address' })
    .check(z.maxLength(254, 'Invalid email address')),
)

/** Ignores case, as all mail providers do. */
export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()

const NOT_A_LANGUAGE = `Language must be ${NAMES_IN_WORDS}, or empty`

/** A code or a name; '' is unknown. */
export const language = z.pipe(
  tidied(tidyText).check(
    z.refine((text) => text === '' || languageCode(text) !== undefined, NOT_A_LANGUAGE),
  ),
  z.transform((text): string => languageCode(text) ?? ''),
)

const groupTemplate = text.check(
  z.trim(),
  z.minLength(1, 'Group template is required'),
  z.refine((id) => !id.endsWith(REMINDER_END), { error: 'A reminder is not a group template' }),
)

/** State and zip code may be any text here. `validPlace` checks them, as it knows the country. */
function schemaOf(field: ClientField) {
  const { kind, needed } = FIELDS[field]
  const tidy =
    { number: tidyNumber, phone: tidyNumber, lines: tidyLines }[kind as string] ?? tidyText
  // Spec texts: “Client number is required”, “First name is required”, “Address is required”, “City is required”.
  const missing = `${nameOf(field)} is required`
  if (kind === 'email') return email
  if (kind === 'language') return language
  if (kind === 'template') return groupTemplate
  if (needed === 'never') return optional(tidy)
  return needed === 'always' ? required(missing, tidy) : tidied(tidy, missing)
}

type Text = z.ZodMiniType<string, string>
type OptionalText = typeof optionalText
type Fields<F extends ClientField> = { [N in F]: N extends NullableField ? OptionalText : Text }
type WithDefaults = {
  [F in ClientField]: F extends DefaultedField ? z.ZodMiniDefault<Text> : Fields<ClientField>[F]
}

/** Schemas of values that a person or a sheet gives. */
export const typedFields = <const F extends readonly ClientField[]>(names: F) =>
  Object.fromEntries(names.map((name) => [name, schemaOf(name)])) as Fields<F[number]>

export const inputFields = Object.fromEntries(
  CLIENT_FIELDS.map((field) => {
    const start = FIELDS[field].default
    return [field, start === undefined ? schemaOf(field) : z._default(schemaOf(field), start)]
  }),
) as unknown as WithDefaults

/** Schemas of values that the server sends. A country is ISO 3166-1 alpha-2, an unknown language ''. */
export const storedFields = <const F extends readonly ClientField[]>(names: F) =>
  Object.fromEntries(
    names.map((name) => [name, mayBeNull(name) ? z.nullable(z.string()) : z.string()]),
  ) as {
    [N in F[number]]: N extends NullableField ? z.ZodMiniNullable<z.ZodMiniString> : z.ZodMiniString
  }

/** Runs also if other fields are wrong, to show all errors at once. Without a country, the stored one counts. */
export const validPlace = <P extends Partial<Place>>() =>
  z.check<P>(
    ({ value, issues }) => {
      if (typeof value !== 'object' || value === null || !isWhole(value)) return
      const { place, errors } = checkPlace(value)
      Object.assign(value, place)
      for (const [field, message] of Object.entries(errors))
        issues.push({ code: 'custom', message, input: value, path: [field] })
    },
    { when: () => true },
  )

const isWhole = (value: Partial<Place>): value is Place =>
  [value.country, value.state, value.zip_code].every((text) => typeof text === 'string')

/** ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime()

export const idParams = z.object({ id: z.coerce.number().check(z.int(), z.positive()) })

/** The open round that the caller saw: the email belongs to it. 0: none was open. Missing: the open or a new one. */
export const roundId = z.optional(z.int().check(z.nonnegative()))

export const pageQuery = {
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
}
