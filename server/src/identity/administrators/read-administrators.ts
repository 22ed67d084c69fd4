import type { Deps } from '../../deps.ts'
import { isBanned } from '../guard.ts'
import { refuse } from '../refusals.ts'
import { findAdminWithState, listAdmins } from './queries.ts'

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

export async function readAdministrators({ db, now }: Deps) {
  return (await listAdmins(db)).map((row) => toWire(row, now()))
}

export async function readAdministrator({ db, now }: Deps, id: string) {
  return toWire((await findAdminWithState(db, id)) ?? refuse('user_not_found'), now())
}
