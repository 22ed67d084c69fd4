import * as z from 'zod/mini'
import { text } from './fields.ts'
import { tidyText } from './tidy.ts'

// The firm's own columns of its clients (decision 55).

export const MAX_OWN_TEXT = 500

export type { OwnColumn, OwnKind } from './own-column-calls.ts'

/** By the column's id. A client without a value has no key. */
export const OwnValues = z.record(z.string(), z.string())
export type OwnValues = z.infer<typeof OwnValues>

const ownValue = text.check(
  z.overwrite(tidyText),
  z.maxLength(MAX_OWN_TEXT, `Must be at most ${MAX_OWN_TEXT} characters`),
)

/** Values to change, by the column's id; '' removes one. */
export const ownInput = z.optional(
  z.record(z.string().check(z.regex(/^\d{1,9}$/, 'own must have ids of columns')), ownValue),
)

/** Names an own column among fields: in the history, in undos and in the list's order. */
export const ownField = (id: number | string) => `own.${Number(id)}` as const
export type OwnField = `own.${number}`

/** A negative id: the import has yet to create the column. */
export const isOwnField = (field: string): field is OwnField => /^own\.-?\d+$/.test(field)

export const ownIdOf = (field: OwnField) => field.slice('own.'.length)

/** In filters: the administrator who asks. */
export const MINE = 'mine'

/**
 * The filter `own`: one line `id:value` for each condition. All must hold. `3:` matches clients without a value, a text
 * those that contain it. A date is a day or `from..to`, an administrator an id or MINE.
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
