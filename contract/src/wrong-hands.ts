import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { MessageReply, required, timestamp, typedFields } from './fields.ts'

const name = required('Your name is required')

/** Who answered for the client by link. */
export const AnsweredBy = z.object({ name, relation: required('Your relation is required') })
export type AnsweredBy = z.infer<typeof AnsweredBy>

/** 'Ana Ruiz (daughter)' */
export const helperWords = ({ name, relation }: AnsweredBy): string => `${name} (${relation})`

const died = z.object({
  kind: z.literal('died'),
  /** The day of the death, if it is known. */
  died_on: z.nullish(z.iso.date({ error: 'Date must be a day, like 2027-03-31' })),
  /** Whom the office may call. */
  name,
  ...typedFields(['phone_number']),
})

export const NotForMe = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('wrong_person') }),
  died,
])
export type NotForMe = z.infer<typeof NotForMe>

/**
 * Ends the link and the mail: of a wrong person to this address, of a death to the client. Changes no field. The same
 * report again gets the same reply. 404 as for reading the link. 400: `died_on` is in the future.
 */
export const notForMe = endpoint('POST /api/verify/:token/not-for-me', {
  access: 'public',
  params: z.object({ token: z.string() }),
  body: NotForMe,
  reply: MessageReply,
})

/** Why no mail goes to a client until the office decides. */
export const ReportedAs = z.enum(['wrong_person', 'reported_deceased'])
export type ReportedAs = z.infer<typeof ReportedAs>

/** What a link's holder said last; `email` got the link. */
export const Reported = z.object({
  kind: z.enum(['wrong_person', 'died']),
  at: timestamp,
  email: z.string(),
  name: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  died_on: z.nullable(z.string()),
})
export type Reported = z.infer<typeof Reported>
