import { endpoint } from '@attest/contract/endpoint'
import { email } from '@attest/contract/fields'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import { mount, mountRaw } from '../http/mount.ts'
import {
  changeAccount,
  createAccount,
  metadata,
} from '../identity/administrators/change-account.ts'
import {
  invite,
  removeAdministrator,
  removeFactorOf,
} from '../identity/administrators/manage-administrators.ts'
import { countAdmins, findAdmin, pageOfAdmins } from '../identity/administrators/queries.ts'
import { listFactors } from '../identity/factors/queries.ts'
import { refuse } from '../identity/refusals.ts'
import { describeUser, describeUsers, factorOf, WireFactor, WireUser } from './user-reply.ts'

/** Every change here needs a proof of identity within ten minutes. */
export function adminRoutes(service: FastifyInstance, deps: Deps): void {
  const { db } = deps
  const known = async (id: string) => (await findAdmin(db, id)) ?? refuse('user_not_found')

  mount(service, INVITE, async ({ admin, body }) => {
    const { id } = await invite(deps, admin, body.email, body.data)
    return describeUser(db, await known(id))
  })
  mountRaw(service, LIST, async ({ query: { page, per_page } }, reply) => {
    const admins = await pageOfAdmins(db, { page, limit: per_page })
    const total = await countAdmins(db)
    const users = z.array(WireUser).parse(await describeUsers(db, admins))
    reply.header('x-total-count', total).header('link', linksOf(page, per_page, total))
    return reply.send({ users, aud: 'authenticated' })
  })
  mount(service, CREATE, async ({ admin, body }) =>
    describeUser(db, await createAccount(deps, admin, body)),
  )
  mount(service, READ, async ({ params }) => describeUser(db, await known(params.id)))
  mount(service, CHANGE, async ({ admin, params, body }) =>
    describeUser(db, await changeAccount(deps, admin, params.id, body)),
  )
  mount(service, REMOVE, async ({ admin, params, body }) => {
    if (body.should_soft_delete)
      throw new Refusal(400, 'A removed account leaves nothing behind: ban it instead.')
    await removeAdministrator(deps, admin, params.id)
    return {}
  })
  mount(service, FACTORS, async ({ params }) => {
    await known(params.id)
    return (await listFactors(db, params.id)).map(factorOf)
  })
  mount(service, REMOVE_FACTOR, async ({ admin, params }) => {
    await removeFactorOf(deps, admin, params)
    return { id: params.factorId }
  })
}

/** Puts `page` first in each link, where the client reads it. */
function linksOf(page: number, size: number, total: number): string {
  const last = Math.max(1, Math.ceil(total / size))
  const link = (to: number, rel: string) =>
    `</auth/v1/admin/users?page=${to}&per_page=${size}>; rel="${rel}"`
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ')
}

/** The client sends '' for an absent number. */
const numberOr = (fallback: number, most: number) =>
  z.pipe(
    z.pipe(
      z._default(z.string(), ''),
      z.transform((sent: string) => sent || String(fallback)),
    ),
    z.coerce.number<string>().check(z.int(), z.minimum(1), z.maximum(most)),
  )

const params = z.object({ id: z.uuid() })

const UNITS = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

const PART = /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g

/** Parses '24h', '1h30m' or 'none' into milliseconds. 'none' is 0, which lifts a ban. */
const banDuration = z.pipe(
  z
    .string()
    .check(
      z.maxLength(60),
      z.regex(
        /^(none|((\d+(\.\d+)?)(ns|us|µs|ms|s|m|h))+)$/,
        "Must be a duration like '24h', or 'none'",
      ),
    ),
  z.transform((written: string) =>
    [...written.matchAll(PART)].reduce(
      (sum, [, count, unit]) => sum + Number(count) * UNITS[unit as keyof typeof UNITS],
      0,
    ),
  ),
)

const Attributes = z.object({
  email: z.optional(email),
  password: z.optional(z.string().check(z.maxLength(1024))),
  role: z.optional(z.enum(['admin', 'member'])),
  email_confirm: z.optional(z.boolean()),
  ban_duration: z.optional(banDuration),
  user_metadata: z.optional(metadata),
  app_metadata: z.optional(metadata),
})

const INVITE = endpoint('POST /invite', {
  body: z.object({ email, data: z.optional(metadata) }),
  reply: WireUser,
})

const LIST = endpoint('GET /admin/users', {
  query: z.object({ page: numberOr(1, 100_000), per_page: numberOr(50, 200) }),
})

const CREATE = endpoint('POST /admin/users', {
  body: z.extend(Attributes, { email }),
  reply: WireUser,
})

const READ = endpoint('GET /admin/users/:id', { params, reply: WireUser })

const CHANGE = endpoint('PUT /admin/users/:id', { params, body: Attributes, reply: WireUser })

const REMOVE = endpoint('DELETE /admin/users/:id', {
  params,
  body: z.object({ should_soft_delete: z._default(z.boolean(), false) }),
  reply: z.object({}),
})

const FACTORS = endpoint('GET /admin/users/:id/factors', { params, reply: z.array(WireFactor) })

const REMOVE_FACTOR = endpoint('DELETE /admin/users/:id/factors/:factorId', {
  params: z.extend(params, { factorId: z.uuid() }),
  reply: z.object({ id: z.uuid() }),
})
