import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { AdminRow, FactorRow, IdentityRow } from '../db/account-schema.ts'
import type { Db } from '../db/schema.ts'
import { listFactors } from '../identity/factors/queries.ts'
import { listIdentities } from '../identity/providers/queries.ts'

export const WireFactor = z.object({
  id: z.uuid(),
  friendly_name: z.string(),
  factor_type: z.enum(['totp', 'webauthn']),
  status: z.enum(['verified', 'unverified']),
  created_at: z.string(),
  updated_at: z.string(),
})

const WireIdentity = z.object({
  identity_id: z.uuid(),
  id: z.string(),
  user_id: z.uuid(),
  provider: z.string(),
  identity_data: z.record(z.string(), z.unknown()),
  created_at: z.string(),
  updated_at: z.string(),
  last_sign_in_at: z.nullable(z.string()),
})

export const WireUser = z.object({
  id: z.uuid(),
  aud: z.literal('authenticated'),
  role: z.enum(['admin', 'member']),
  email: z.string(),
  new_email: z.nullable(z.string()),
  email_confirmed_at: z.nullable(z.string()),
  confirmed_at: z.nullable(z.string()),
  invited_at: z.nullable(z.string()),
  banned_until: z.nullable(z.string()),
  last_sign_in_at: z.nullable(z.string()),
  app_metadata: z.record(z.string(), z.unknown()),
  user_metadata: z.record(z.string(), z.unknown()),
  identities: z.array(WireIdentity),
  factors: z.array(WireFactor),
  is_anonymous: z.literal(false),
  created_at: z.string(),
  updated_at: z.string(),
})
export type WireUser = z.infer<typeof WireUser>

type Admin = Selectable<AdminRow>

export async function describeUser(db: Db, admin: Admin): Promise<WireUser> {
  const [user] = await describeUsers(db, [admin])
  return user!
}

export async function describeUsers(db: Db, admins: Admin[]): Promise<WireUser[]> {
  const ids = admins.map(({ id }) => id)
  const identities = await listIdentities(db, ...ids)
  const factors = await listFactors(db, ...ids)
  return admins.map((admin) => {
    const own = ({ admin_id }: { admin_id: string }) => admin_id === admin.id
    return toWire(admin, identities.filter(own), factors.filter(own))
  })
}

function toWire(
  admin: Admin,
  linked: Selectable<IdentityRow>[],
  factors: Selectable<FactorRow>[],
): WireUser {
  const identities = [...byPassword(admin), ...linked.map(identityOf)]
  const providers = identities.map(({ provider }) => provider)
  return {
    ...admin,
    aud: 'authenticated',
    confirmed_at: admin.email_confirmed_at,
    app_metadata: { provider: providers[0] ?? 'email', providers, ...admin.app_metadata },
    identities,
    factors: factors.map(factorOf),
    is_anonymous: false,
  }
}

/** GoTrue counts the password as an identity. */
function byPassword({ id, email, email_confirmed_at, password_hash, ...admin }: Admin) {
  if (password_hash === null) return []
  const { created_at, updated_at, last_sign_in_at } = admin
  const identity_data = { sub: id, email, email_verified: email_confirmed_at !== null }
  const times = { created_at, updated_at, last_sign_in_at }
  return [{ identity_id: id, id, user_id: id, provider: 'email', identity_data, ...times }]
}

const identityOf = (row: Selectable<IdentityRow>) => ({
  identity_id: row.id,
  id: row.subject,
  user_id: row.admin_id,
  provider: row.provider,
  identity_data: row.data,
  created_at: row.created_at,
  updated_at: row.last_sign_in_at ?? row.created_at,
  last_sign_in_at: row.last_sign_in_at,
})

export const factorOf = (row: Selectable<FactorRow>) => ({
  id: row.id,
  friendly_name: row.name,
  factor_type: row.type,
  status: row.status,
  created_at: row.created_at,
  updated_at: row.last_used_at ?? row.created_at,
})
