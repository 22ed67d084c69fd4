import type { ClientSelection, StatusFilter } from '@attest/contract/clients'
import { uuid } from '../lib/uuid.ts'

/** The clients of a status, one client, or selected clients. */
type Target = StatusFilter | `client ${number}` | ClientSelection

/** By selection. Not in the tab's storage: a filter's search may be a client's name. */
const selections = new Map<string, string>()

/** In the tab's storage, to survive a reload. */
const entryOf = (target: string) => `attest.unanswered-send.${target}`

const read = (target: Target) =>
  typeof target === 'string'
    ? sessionStorage.getItem(entryOf(target))
    : (selections.get(JSON.stringify(target)) ?? null)

export const UNSURE =
  'The server did not confirm the mailing, so it may have started: see Mailings. Sending again from here reaches no client twice.'

/** Whether an unconfirmed mailing may have started. */
export const isUnconfirmedSend = (target: Target) => read(target) !== null

/** The id stays until a send is confirmed, so the server starts one mailing for all attempts. */
export function requestIdOf(target: Target) {
  const id = read(target) ?? uuid()
  if (typeof target === 'string') sessionStorage.setItem(entryOf(target), id)
  else selections.set(JSON.stringify(target), id)
  return id
}

export function noteAnswered(target: Target) {
  if (typeof target === 'string') sessionStorage.removeItem(entryOf(target))
  else selections.delete(JSON.stringify(target))
}
