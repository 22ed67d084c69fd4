import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, timestamp } from './fields.ts'
import { MailboxState } from './settings.ts'

/** A record of the sender's domain that receiving servers look up. */
const DnsCheck = z.object({
  name: z.enum(['SPF', 'DKIM', 'DMARC']),
  /** unknown: the record may be right, but this server cannot check it. */
  state: z.enum(['good', 'wrong', 'missing', 'unknown']),
  says: z.string(),
  /** As published. */
  found: z.nullable(z.string()),
  /** The TXT record that would make it good; null: none is needed, or this server cannot know it. */
  publish: z.nullable(z.object({ host: z.string(), value: z.string() })),
})
export type DnsCheck = z.infer<typeof DnsCheck>

const client = { client_id: z.int(), name: z.string(), email: z.string() }

const Delivery = z.object({
  server: z.object({
    /** The mail server's host, or `outbox`. */
    provider: z.string(),
    sender: z.string(),
    /** Why no email is sent; null while all is well. */
    problem: z.nullable(z.string()),
  }),
  mailbox: MailboxState,
  /** The newest incoming mail about one of our emails; null: none yet. */
  lastEvent: z.nullable(
    z.object({
      kind: z.enum(['bounced', 'complained', 'reply', 'delayed', 'autoreply']),
      email: z.string(),
      at: timestamp,
    }),
  ),
  /** Clients whose address is dead, the newest first, at most 100. */
  marked: z.object({ total: z.int(), clients: z.array(z.object({ ...client, at: timestamp })) }),
  /** Bounces whose address is not the one that our email went to, the newest first, at most 100. */
  unmatched: z.array(
    z.object({
      ...client,
      id: z.int(),
      named: z.string(),
      at: timestamp,
      reason: z.nullable(z.string()),
    }),
  ),
  /** The sender's domain. `checks` is null for a domain of the local network only. */
  domain: z.object({ name: z.string(), checks: z.nullable(z.array(DnsCheck)) }),
})
export type Delivery = z.infer<typeof Delivery>

/** Applies an unmatched bounce to the address that our email went to. 409: it is not unmatched any more. */
export const assignBounce = endpoint('POST /api/admin/mail-events/:id/assign', { params: idParams })

/** Queries the domain name system, for 5 seconds at most. A record without a reply is `unknown`. */
export const getDelivery = endpoint('GET /api/admin/delivery', { reply: Delivery })
