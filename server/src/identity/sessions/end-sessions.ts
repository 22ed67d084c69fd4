import type { Deps } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { logEvent } from '../security-log/log-event.ts'
import { deleteSessions } from './queries.ts'

export async function signOut({ db, now }: Deps, admin: SignedIn): Promise<void> {
  await deleteSessions(db, admin.id, { id: admin.sessionId })
  await logEvent(db, 'signed-out', admin, now())
}

export async function endSession({ db, now }: Deps, admin: SignedIn, id: string): Promise<void> {
  if ((await deleteSessions(db, admin.id, { id })) === 0) notFound('Session')
  await logEvent(db, 'sessions-ended', admin, now(), '1')
}

export async function endSessions(
  { db, now }: Deps,
  admin: SignedIn,
  scope: 'global' | 'others',
): Promise<number> {
  const kept = scope === 'others' ? { except: admin.sessionId } : {}
  const ended = await deleteSessions(db, admin.id, kept)
  await logEvent(db, 'sessions-ended', admin, now(), String(ended))
  return ended
}
