import * as z from 'zod/mini'
import { timestamp } from './fields.ts'

/** Why no mail goes to a client until the office decides. */
export const ReportedAs = z.enum(['wrong_person', 'reported_deceased'])
export type ReportedAs = z.infer<typeof ReportedAs>

const optional = z.nullable(z.string())

/** The last report of a link's holder. `email`: the address that got the link. */
export const Reported = z.object({
  kind: z.enum(['wrong_person', 'died']),
  at: timestamp,
  email: z.string(),
  name: optional,
  phone_number: optional,
  died_on: optional,
})
export type Reported = z.infer<typeof Reported>
