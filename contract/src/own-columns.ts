import * as z from 'zod/mini'
import { CLIENT_FIELDS, FIELDS } from './client-fields.ts'
import { endpoint } from './endpoint.ts'
import { idParams, required } from './fields.ts'
import { tidyText } from './tidy.ts'

// The firm's own columns of its clients (decision 55).

export const MOST_OWN_COLUMNS = 20
export const MAX_OWN_TEXT = 500
const MAX_NAME = 60
export const MOST_CHOICES = 200

/** administrator: the id of an account. date: ISO 8601. */
export const OwnKind = z.enum(['text', 'date', 'choice', 'administrator'])
export type OwnKind = z.infer<typeof OwnKind>

export const OwnColumn = z.object({
  id: z.int(),
  name: z.string(),
  /** In letters: {{own.key}}. It stays when the column gets another name. */
  key: z.string(),
  kind: OwnKind,
  choices: z.array(z.string()),
  /** Whether the search of the list finds its values. */
  searchable: z.boolean(),
  /** From 0. */
  position: z.int(),
})
export type OwnColumn = z.infer<typeof OwnColumn>

/** By the column's id. A client without a value has no key. */
export const OwnValues = z.record(z.string(), z.string())
export type OwnValues = z.infer<typeof OwnValues>

const ownValue = z
  .string()
  .check(
    z.overwrite(tidyText),
    z.regex(/^[^\0\p{Surrogate}]*$/u, 'Must not contain characters that cannot be stored'),
    z.maxLength(MAX_OWN_TEXT, `Must be at most ${MAX_OWN_TEXT} characters`),
  )

/** Only these change; '' removes a value. */
export const ownInput = z.optional(
  z.record(z.string().check(z.regex(/^\d{1,9}$/, 'own must have ids of columns')), ownValue),
)

/** The name of a client's own value in the history, in undos and as an order of the list. */
export const ownField = (id: number | string) => `own.${Number(id)}` as const
export type OwnField = `own.${number}`

/** A column that an import has still to create has a negative id. */
export const isOwnField = (field: string): field is OwnField => /^own\.-?\d+$/.test(field)

export const ownIdOf = (field: OwnField) => field.slice('own.'.length)

const NAMES_OF_FIELDS = CLIENT_FIELDS.map((field) => FIELDS[field].label.toLowerCase())

/** Also the names of an export's other columns. */
export const isNameOfField = (name: string) =>
  [...NAMES_OF_FIELDS, 'alt number', 'status', 'last updated', 'created'].includes(
    name.toLowerCase(),
  )

const columnName = required('Name is required').check(
  z.maxLength(MAX_NAME, `Must be at most ${MAX_NAME} characters`),
  z.refine((name) => !isNameOfField(name), 'Every client has a field of this name already'),
)

const choice = required('A choice needs a text')

const areDifferent = (texts: readonly string[]) =>
  new Set(texts.map((text) => text.toLowerCase())).size === texts.length
const TWICE = 'A choice is in the list twice'

export const listOwnColumns = endpoint('GET /api/admin/columns', { reply: z.array(OwnColumn) })

/** 400 with `fields.name` if the name is taken; 409 if there are 20 columns already. */
export const createOwnColumn = endpoint('POST /api/admin/columns', {
  body: z.object({
    name: columnName,
    kind: OwnKind,
    choices: z._default(
      z.array(choice).check(z.maxLength(MOST_CHOICES), z.refine(areDifferent, TWICE)),
      [],
    ),
    searchable: z._default(z.boolean(), false),
  }),
  reply: OwnColumn,
})

/** Absent parts stay. `choices` replaces them all; `was` renames one, in every client that has it. */
export const updateOwnColumn = endpoint('PUT /api/admin/columns/:id', {
  params: idParams,
  body: z.object({
    name: z.optional(columnName),
    choices: z.optional(
      z.array(z.object({ text: choice, was: z.optional(z.string()) })).check(
        z.maxLength(MOST_CHOICES),
        z.refine((choices) => areDifferent(choices.map(({ text }) => text)), TWICE),
      ),
    ),
    searchable: z.optional(z.boolean()),
    position: z.optional(z.int().check(z.nonnegative(), z.maximum(MOST_OWN_COLUMNS - 1))),
  }),
  reply: OwnColumn,
})

/** How many clients have a value in it. */
export const countOwnValues = endpoint('GET /api/admin/columns/:id', {
  params: idParams,
  reply: z.object({ values: z.int() }),
})

/** With its values. 409 with the new `values` if they are others than the caller saw, or if a letter uses the column. */
export const deleteOwnColumn = endpoint('DELETE /api/admin/columns/:id', {
  params: idParams,
  query: z.object({ values: z.coerce.number().check(z.int(), z.nonnegative()) }),
})

/** In filters: the administrator who asks. */
export const MINE = 'mine'

/**
 * The filter `own`: a line `id:value` for each condition; conditions on one column are alternatives. `3:` is for clients
 * without a value. A text must be contained; a date is a day or `from..to`; an administrator is an id or MINE.
 */
export const ownFilter = z._default(
  z
    .string()
    .check(
      z.regex(
        /^(?:\d{1,9}:[^\n\0\p{Surrogate}]{0,500}(?:\n(?!$)|$)){0,40}$/u,
        'own must be lines of id:value',
      ),
    ),
  '',
)

export interface OwnCondition {
  id: number
  value: string
}

export const readOwnFilter = (text: string): OwnCondition[] =>
  text === ''
    ? []
    : text.split('\n').map((line) => {
        const end = line.indexOf(':')
        return { id: Number(line.slice(0, end)), value: line.slice(end + 1) }
      })

export const writeOwnFilter = (conditions: readonly OwnCondition[]): string =>
  conditions.map(({ id, value }) => `${id}:${value}`).join('\n')

/** The list's order by an own column. */
export const ownSort = z.string().check(z.regex(/^-?own\.\d{1,9}$/))
