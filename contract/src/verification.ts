import * as z from 'zod/mini'
import { DETAIL_FIELDS } from './client-fields.ts'
import { endpoint } from './endpoint.ts'
import * as fields from './fields.ts'
import { tidyLines } from './tidy.ts'

/** The only client data that public calls return. */
const detailFields = {
  ...fields.typedFields(DETAIL_FIELDS),
  /** '' only if the client has no email on file. */
  email: z.union([z.literal(''), fields.email], 'Invalid email address'),
  address: fields.required('Street address is required', tidyLines),
  /** Missing: the stored one. */
  country: z.optional(fields.typedFields(['country']).country),
}
export const ClientDetails = z.object(detailFields).check(fields.validPlace())
export type ClientDetails = z.infer<typeof ClientDetails>

export const PublicClient = z.object({
  ...fields.storedFields(DETAIL_FIELDS),
  last_updated: fields.timestamp,
})
export type PublicClient = z.infer<typeof PublicClient>

/** The person who answered for the client by link. */
export const AnsweredBy = z.object({
  name: fields.required('Your name is required'),
  relation: fields.required('Your relation is required'),
})
export type AnsweredBy = z.infer<typeof AnsweredBy>

export const VerificationAction = z.enum(['confirm', 'update'])
export const VerificationAnswer = z
  .object({
    ...detailFields,
    action: VerificationAction,
    /** The version that the client saw. */
    last_updated: z.optional(fields.timestamp),
    /** Sent only if the client chose it. */
    language: z.optional(fields.language),
    /** Missing: the client answered. */
    answered_by: z.optional(AnsweredBy),
  })
  .check(fields.validPlace())
export type VerificationAnswer = z.infer<typeof VerificationAnswer>

export const INVALID_LINK = 'This verification link is invalid or has expired.'

const linkParams = z.object({ token: z.string() })

/**
 * Only reads. 404 for an unknown, expired, answered or revoked link, with `code` and `at` for two of them: link_answered,
 * link_expired.
 */
export const getVerification = endpoint('GET /api/verify/:token', {
  access: 'public',
  params: linkParams,
  reply: PublicClient,
})

/**
 * A *confirm* that alters a field is an update. A repeated answer is saved once and gets the same reply; another answer
 * gets 409 `link_answered` with `at`. With last_updated: 409 and `current` if it would undo a later change of the firm.
 */
export const submitVerification = endpoint('POST /api/verify/:token', {
  access: 'public',
  params: linkParams,
  body: VerificationAnswer,
  reply: z.object({
    message: z.string(),
    /** An email asks to confirm the new address. */
    confirm_email: z.boolean(),
    /** An unanswered client of the same letter, with their link. */
    next: z.optional(z.object({ first_name: z.string(), token: z.string() })),
  }),
})

/** Reports the reader's first key, touch or scroll. Only the first report of a link counts. 404 as for reading it. */
export const reportOpened = endpoint('POST /api/verify/:token/opened', {
  access: 'public',
  params: linkParams,
})

/** A death needs a name and a number to call; the day may be unknown. */
export const NotForMe = z.object({
  kind: z.enum(['wrong_person', 'died']),
  died_on: z.nullish(z.iso.date({ error: 'Date must be a day, like 2027-03-31' })),
  name: fields.optionalText,
  phone_number: fields.optionalNumber,
})
export type NotForMe = z.infer<typeof NotForMe>

/**
 * Ends the link and stops mail: a wrong person's to this address, a death's to the client. Changes no field. A repeat
 * gets the same reply. 404 as for reading the link. 400 also for a death in the future.
 */
export const notForMe = endpoint('POST /api/verify/:token/not-for-me', {
  access: 'public',
  params: linkParams,
  body: NotForMe,
  reply: fields.MessageReply,
})

/** Every caller gets this reply, so a stranger learns nothing. */
export const NEW_LINK_REPLY =
  'If this link was ours and we have your email, we have emailed you a new one. Please check your email.'

/**
 * Mails the client of a link in any state a new one, to the address on file, at most three a day. Clients who must not
 * be asked get none. The status stays.
 */
export const requestNewLink = endpoint('POST /api/verify/:token/new-link', {
  access: 'public',
  params: linkParams,
  reply: fields.MessageReply,
})
