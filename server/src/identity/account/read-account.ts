import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { findAdmin } from '../administrators/queries.ts'
import { countRecoveryCodes, listFactors } from '../factors/queries.ts'
import { isSessionExpired } from '../guard.ts'
import { listIdentities } from '../providers/queries.ts'
import { refuse } from '../refusals.ts'
import { deviceName } from '../security-log/device.ts'
import { listSessions } from '../sessions/queries.ts'

export async function readAccount({ db, config }: Deps, { id }: SignedIn) {
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

export async function readSessions({ db, config, now }: Deps, admin: SignedIn) {
  const at = now()
  const sessions = await listSessions(db, admin.id)
  const open = sessions.filter((session) => !isSessionExpired(config, session, at))
  return open.map(({ user_agent, ...row }) => ({
    ...row,
    current: row.id === admin.sessionId,
    device: deviceName(user_agent),
  }))
}
