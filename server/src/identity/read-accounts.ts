import type { Basics, Deps, Timed } from '../deps.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { findAdmin, findAdminWithState, listAdmins } from './administrators/queries.ts'
import { countRecoveryCodes, listFactors } from './factors/queries.ts'
import { isBanned, isSessionExpired } from './guard.ts'
import { listIdentities } from './providers/queries.ts'
import { refuse } from './refusals.ts'
import { deviceName } from './security-log/queries.ts'
import { listSessions } from './sessions/queries.ts'

export async function readAccount({ db, config }: Pick<Deps, 'config' | 'db'>, { id }: SignedIn) {
  const admin = (await findAdmin(db, id)) ?? refuse('user_not_found')
  const factors = (await listFactors(db, id)).filter(({ status }) => status === 'verified')
  return {
    ...admin,
    has_password: admin.password_hash !== null,
    two_factor_required: config.REQUIRE_2FA,
    factors,
    recovery_codes_left: (await countRecoveryCodes(db, id)).left,
    identities: await listIdentities(db, id),
  }
}

export async function readSessions({ db, config, now }: Basics, admin: SignedIn) {
  const at = now()
  const sessions = await listSessions(db, admin.id)
  const open = sessions.filter((session) => !isSessionExpired(config, session, at))
  return open.map(({ user_agent, ...row }) => ({
    ...row,
    current: row.id === admin.sessionId,
    device: deviceName(user_agent),
  }))
}

type Row = Awaited<ReturnType<typeof listAdmins>>[number]

function stateOf(row: Row, at: Date) {
  if (isBanned(row, at)) return 'off'
  if (!row.email_confirmed_at) return row.invited_at ? 'invited' : 'waiting'
  return row.role === 'admin' ? 'active' : 'waiting'
}

function toWire(row: Row, at: Date) {
  const state = stateOf(row, at)
  return {
    ...row,
    state,
    invitation_expires_at: state === 'invited' ? row.invitation_expires_at : null,
  } as const
}

export const readAdministrators = async ({ db, now }: Timed) =>
  (await listAdmins(db)).map((row) => toWire(row, now()))

export const readAdministrator = async ({ db, now }: Timed, id: string) =>
  toWire((await findAdminWithState(db, id)) ?? refuse('user_not_found'), now())
