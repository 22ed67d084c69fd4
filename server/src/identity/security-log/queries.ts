import { isIPv6 } from 'node:net'
import type { Query } from '@attest/contract/endpoint'
import {
  type listSecurityLog,
  type SecurityEvent,
  SIGN_IN_EVENTS,
  SIGN_IN_WAYS,
  type SignInWay,
} from '@attest/contract/security-log'
import Bowser from 'bowser'
import { sql } from 'kysely'
import { countRows, readPage } from '../../db/pages.ts'
import type { Db } from '../../db/schema.ts'
import { likePattern } from '../../db/search.ts'
import { insertIfAdmin } from '../../db/transact.ts'
import type { From } from '../../http/signed-in.ts'

/** Addresses of the account's `events` to compare: the same IPv4, or every IPv6, since hosts change theirs. */
export async function listKnownAddresses(
  db: Db,
  { email, address, events }: { email: string; address: string; events: readonly SecurityEvent[] },
): Promise<string[]> {
  const found = await db
    .selectFrom('security_log')
    .select('address')
    .distinct()
    .where('event', 'in', events)
    .where('admin_id', '=', (e) =>
      e.selectFrom('admins').select('admins.id').where('admins.email', '=', email),
    )
    .where((e) => (isIPv6(address) ? e('address', 'like', '%:%') : e('address', '=', address)))
    .execute()
  return found.map((row) => row.address)
}

/** The sign-in methods whose shown names contain the search text. */
function signInWaysMatching(search: string): SignInWay[] {
  const sought = search.toLowerCase()
  const ways = Object.keys(SIGN_IN_WAYS) as SignInWay[]
  return ways.filter((way) => SIGN_IN_WAYS[way].toLowerCase().includes(sought))
}

export async function listEntries(
  db: Db,
  { search, event, ...page }: Query<typeof listSecurityLog>,
) {
  const pattern = likePattern(search)
  const found = db
    .selectFrom('security_log')
    .$if(event !== '', (q) => q.where('event', '=', event))
    .$if(search !== '', (q) =>
      q.where((e) =>
        e.or([
          e('email', 'ilike', pattern),
          e('detail', 'ilike', pattern),
          e.and([
            e('event', 'in', SIGN_IN_EVENTS),
            sql<boolean>`split_part(detail, ' ', 1) = any(${signInWaysMatching(search)}::text[])`,
          ]),
          e('address', 'ilike', pattern),
        ]),
      ),
    )
  const rows = await readPage(found.selectAll().orderBy('id', 'desc'), page)
  return { rows, total: await countRows(found) }
}

/** `id` is absent when nobody is signed in; then `email` is as typed. */
export interface Actor extends From {
  id?: string
  email: string | null
}

/** Logs within the caller's transaction. Never a secret: every administrator reads the log. */
export const logEvent = (db: Db, ...entry: Parameters<typeof entryOf>) =>
  db
    .insertInto('security_log')
    .values(entryOf(...entry))
    .execute()

export const logEventIfAdmin = (db: Db, ...entry: Parameters<typeof entryOf>) =>
  insertIfAdmin(db, 'security_log', entryOf(...entry))

const entryOf = (
  event: SecurityEvent,
  { id, email, address, userAgent }: Actor,
  at: Date,
  detail?: string,
) => ({
  at: at.toISOString(),
  event,
  admin_id: id ?? null,
  email,
  address,
  user_agent: userAgent,
  // A stranger's text may have any length.
  detail: (id ? detail : detail?.slice(0, 400)) ?? null,
})

export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  if (browser.name && os.name) return `${browser.name} on ${os.name}`
  return browser.name || os.name || userAgent.slice(0, 60)
}
