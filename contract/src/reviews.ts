import * as z from 'zod/mini'
import { DETAIL_FIELDS } from './client-fields.ts'
import { endpoint } from './endpoint.ts'
import { optionalText, pageQuery, timestamp } from './fields.ts'
import type { Place } from './place.ts'
import { suggestEmail, suggestState, suggestUnit } from './suggestions.ts'

/** In the list's order. The first kind that fits counts. office: the office changed a corrected field since. */
export const REVIEW_KINDS = ['disputed', 'name', 'implausible', 'office', 'plain'] as const
export const ReviewKind = z.enum(REVIEW_KINDS)
export type ReviewKind = z.infer<typeof ReviewKind>

const kind = z._default(z.union([ReviewKind, z.literal('')]), '')
const id = z.int().check(z.positive())
const values = z.record(z.string(), z.nullable(z.string()))

/** All open answers of a client, combined into one difference. */
export const Review = z.object({
  clientId: z.int(),
  client_number: z.string(),
  name: z.string(),
  kind: ReviewKind,
  answerIds: z.array(z.int()),
  /** Time and channel of the last answer. */
  answered_at: timestamp,
  via: z.enum(['link', 'phone', 'letter', 'in_person']),
  disputed_at: z.nullable(timestamp),
  /** The changed fields; the whole address if one of its fields changed. */
  old: values,
  new: values,
  current: values,
  changed: z.array(z.string()),
  /** Fields that still have the answered value. */
  settable: z.array(z.string()),
})
export type Review = z.infer<typeof Review>

export const ReviewQuery = z.object({ kind, ...pageQuery })

export const listReviews = endpoint('GET /api/admin/reviews', {
  query: ReviewQuery,
  reply: z.object({
    reviews: z.array(Review),
    total: z.int(),
    /** By kind, whatever the filter. A changed `mark` means that other clients or answers are listed. */
    counts: z.partialRecord(ReviewKind, z.object({ total: z.int(), mark: z.string() })),
  }),
})

const item = z.object({
  clientId: id,
  answerIds: z.array(id).check(z.minLength(1), z.maxLength(1000)),
  /** One field of an address sets back all its changed fields. */
  setBack: z._default(z.array(z.enum(DETAIL_FIELDS)), []),
  note: optionalText,
})
export type ReviewItem = z.output<typeof item>

const isOnce = (items: ReviewItem[]) =>
  new Set(items.map(({ clientId }) => clientId)).size === items.length

const body = z.object({
  items: z.optional(
    z
      .array(item)
      .check(
        z.minLength(1),
        z.maxLength(1000),
        z.refine(isOnce, { error: 'Name each client once' }),
      ),
  ),
  /** `mark`: that of the kind, as the caller saw it. */
  filter: z.optional(z.object({ kind, mark: z.optional(z.string()) })),
  total: z.optional(z.int()),
})

/**
 * Marks answers as taken over, apart from fields that it sets back. 409 changes nothing: `review_changed` if other
 * answers are open by now, `set_back_changed`, `client_disputed`, or `selection_changed` with the new total.
 */
export const reviewAnswers = endpoint('POST /api/admin/reviews', {
  body: body.check(
    z.refine(
      ({ items, filter, total }) => (items ? !filter : filter !== undefined && total !== undefined),
      { error: 'Choose answers by items, or by filter and total', path: ['items'] },
    ),
  ),
  reply: z.object({ reviewed: z.int() }),
})

type Values = Readonly<Record<string, string | null | undefined>>

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Suspicious new values, by field. `old` has the changed fields only. For an address, only a lost unit is reported. */
export function doubtsAbout(old: Values, now: Values): Record<string, string> {
  const unit = suggestUnit(now.address ?? '', old.address ?? '')
  const isUnitLost = unit && lettersOf(unit.value) === lettersOf(old.address!)
  const isMoved = 'zip_code' in old || 'state' in old
  const doubts = {
    email: 'email' in old && suggestEmail(now.email ?? '')?.text,
    address: isUnitLost && unit.text,
    zip_code: isMoved && suggestState(now as unknown as Place)?.text,
  }
  return Object.fromEntries(
    Object.entries(doubts).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}
