import type { ClientInput } from '@attest/contract/clients'
import type { Insertable } from 'kysely'
import type { ClientRow } from '../server/src/db/schema.ts'
import { transact } from '../server/src/db/transact.ts'
import type { Deps } from '../server/src/deps.ts'
import { addAdmin, findAdminByEmail } from '../server/src/identity/administrators/queries.ts'
import { hashPassword } from '../server/src/identity/passwords.ts'
import { addSession } from '../server/src/identity/sessions/queries.ts'
import { insertClient } from '../server/src/records/clients.ts'
import { hashToken, newToken } from '../server/src/secret-key.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

export async function anAdmin({ db }: Pick<Deps, 'db'>, { email, password } = ADMIN) {
  const known = await findAdminByEmail(db, email)
  if (known) return known
  const password_hash = await hashOnce(password)
  const email_confirmed_at = new Date().toISOString()
  return (await addAdmin(db, { email, password_hash, email_confirmed_at }))!
}

const hashes = new Map<string, Promise<string>>()

/** Hashes each password once: a hash takes longer than the rest of a start. */
function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

/** An administrator's token, like that of a sign-in. */
export async function aToken(
  deps: Pick<Deps, 'db' | 'tokens' | 'now'>,
  who = ADMIN,
): Promise<string> {
  const admin = await anAdmin(deps, who)
  const at = deps.now()
  const session = await addSession(deps.db, {
    admin_id: admin.id,
    created_at: at.toISOString(),
    last_used_at: at.toISOString(),
    expires_at: new Date(at.getTime() + 30 * DAY_MS).toISOString(),
    address: '127.0.0.1',
    user_agent: 'a test',
  })
  return deps.tokens.issue({ admin, session, at })
}

let made = 0

export const clientInput = (over: Partial<ClientInput> = {}): ClientInput => ({
  first_name: 'Esperanza',
  last_name: "O'Brien",
  email: 'esperanza.obrien@example.com',
  phone_number: '+16565552176',
  alt_number: null,
  client_number: `T${++made}`,
  address: '8001 Elm Street, Apt 4B',
  city: 'Boston',
  state: 'MA',
  zip_code: '02134',
  country: 'US',
  language: '',
  group_template: 'GeneralClients',
  ...over,
})

export function aClient(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  over: Partial<Insertable<ClientRow>> = {},
) {
  const at = now().toISOString()
  const client = { ...clientInput(), last_updated: at, created_at: at, ...over }
  return transact(db, (tx) => insertClient(tx, client))
}

/** The token of a valid link of the client. */
export async function aLink(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  client: { id: number; email: string },
): Promise<string> {
  const token = newToken()
  const at = now()
  await db
    .insertInto('verification_links')
    .values({
      token_hash: hashToken(token),
      client_id: client.id,
      email: client.email,
      issued_at: at.toISOString(),
      expires_at: new Date(at.getTime() + config.LINK_DAYS * DAY_MS).toISOString(),
    })
    .execute()
  return token
}
