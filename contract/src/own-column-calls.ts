import * as z from 'zod/mini'
import { CLIENT_FIELDS, FIELDS } from './client-fields.ts'
import { endpoint } from './endpoint.ts'
import { idParams, required } from './fields.ts'

// Not in `own-columns.ts`, which the first screens load.

export const MOST_OWN_COLUMNS = 20
const MAX_NAME = 60
export const MOST_CHOICES = 200

/** administrator: the id of an account. date: ISO 8601. */
export const OwnKind = z.enum(['text', 'date', 'choice', 'administrator'])
export type OwnKind = z.infer<typeof OwnKind>

export const OwnColumn = z.object({
  id: z.int(),
  name: z.string(),
  /** Letters use it as {{own.key}}. It stays the same when the column is renamed. */
  key: z.string(),
  kind: OwnKind,
  choices: z.array(z.string()),
  /** Whether the search of the list finds its values. */
  searchable: z.boolean(),
  /** From 0. */
  position: z.int(),
})
export type OwnColumn = z.infer<typeof OwnColumn>

const NAMES_OF_FIELDS = CLIENT_FIELDS.map((field) => FIELDS[field].label.toLowerCase())

/** True also for the other columns of an export. */
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

/** Missing parts stay. `choices` replaces all, 409 if they are no longer `seen`. `was` renames one, also in clients. */
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
    seen: z.optional(z.array(z.string())),
    searchable: z.optional(z.boolean()),
    position: z.optional(z.int().check(z.nonnegative(), z.maximum(MOST_OWN_COLUMNS - 1))),
  }),
  reply: OwnColumn,
})

/** How many clients have a value in the column. */
export const countOwnValues = endpoint('GET /api/admin/columns/:id', {
  params: idParams,
  reply: z.object({ values: z.int() }),
})

/** Deletes its values too. 409 with the new `values` if their number has changed, or if a letter uses the column. */
export const deleteOwnColumn = endpoint('DELETE /api/admin/columns/:id', {
  params: idParams,
  query: z.object({ values: z.coerce.number().check(z.int(), z.nonnegative()) }),
})
