import type { StatusFilter } from '@attest/contract/clients'
import { uuid } from '../lib/uuid.ts'

/** The clients of a status, or one client. */
type Target = StatusFilter | `client ${number}`

/** In the tab's storage, to survive a reload. */
const entryOf = (target: Target) => `attest.unanswered-send.${target}`

export const UNSURE =
  'The server did not confirm the mailing, so it may have started: see Mailings. Sending again from here reaches no client twice.'

/** Whether an unconfirmed mailing may have started. */
export const isUnansweredSend = (target: Target) => sessionStorage.getItem(entryOf(target)) !== null

/** The id stays until a send is confirmed, so the server starts one mailing for all attempts. */
export function requestIdOf(target: Target) {
  const id = sessionStorage.getItem(entryOf(target)) ?? uuid()
  sessionStorage.setItem(entryOf(target), id)
  return id
}

export const noteAnswered = (target: Target) => sessionStorage.removeItem(entryOf(target))
