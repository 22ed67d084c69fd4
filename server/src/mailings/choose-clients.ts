import type { ClientSelection, StatusFilter } from '@attest/contract/clients'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { isSelection, selectClients } from '../selection/select-clients.ts'
import type { Chosen } from './recipients.ts'

export const aDayBefore = (at: Date) => new Date(at.getTime() - 24 * 60 * 60 * 1000).toISOString()

/** The time after which an email keeps a client out of the mailing. */
export const limitOf = (asked: string | undefined, at: Date) =>
  asked === 'day' ? aDayBefore(at) : asked

/**
 * The clients of a bulk email.
 * @throws Refusal 409 if another number of clients matches than the caller saw
 */
export async function chooseClients(
  db: Db,
  clock: Pick<Deps, 'config' | 'now'>,
  status: StatusFilter,
  selection: ClientSelection,
): Promise<Chosen> {
  if (!isSelection(selection)) return { status }
  const ids = await selectClients(db, clock, selection)
  // Clients who answer while the mailing is made are left out.
  return { ids, status: status === 'all' ? (selection.filter?.status ?? 'all') : status }
}
