import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** A record of the sender's domain that receiving servers look up. */
const DnsCheck = z.object({
  name: z.enum(['SPF', 'DKIM', 'DMARC']),
  /** unknown: it may well be right, but it cannot be seen from here. */
  state: z.enum(['good', 'wrong', 'missing', 'unknown']),
  says: z.string(),
  /** As published. */
  found: z.nullable(z.string()),
  /** The TXT record that would make it good; null: none, or nobody can tell from here. */
  publish: z.nullable(z.object({ host: z.string(), value: z.string() })),
})
export type DnsCheck = z.infer<typeof DnsCheck>

const Delivery = z.object({
  server: z.object({
    /** The mail server's host, or `outbox`. */
    provider: z.string(),
    sender: z.string(),
    /** Why no email is sent; null while all is well. */
    problem: z.nullable(z.string()),
  }),
  /** Of the sender's address. `checks` is null for a domain that only this network knows. */
  domain: z.object({ name: z.string(), checks: z.nullable(z.array(DnsCheck)) }),
})
export type Delivery = z.infer<typeof Delivery>

/** Asks the domain name system, for 5 seconds at most; what does not answer is `unknown`. */
export const getDelivery = endpoint('GET /api/admin/delivery', { reply: Delivery })
