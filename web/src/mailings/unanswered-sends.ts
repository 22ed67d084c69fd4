import type { StatusFilter } from '@attest/contract/clients'
import { uuid } from '../lib/uuid.ts'

/** In the tab's storage, to survive a reload. */
const entryOf = (target: StatusFilter) => `attest.unanswered-send.${target}`

/** Whether an unconfirmed mailing may have started. */
export const isUnansweredSend = (target: StatusFilter) =>
  sessionStorage.getItem(entryOf(target)) !== null

/** The same until a send is confirmed: the server starts one mailing for all of them. */
export function requestIdOf(target: StatusFilter) {
  const id = sessionStorage.getItem(entryOf(target)) ?? uuid()
  sessionStorage.setItem(entryOf(target), id)
  return id
}

export const noteAnswered = (target: StatusFilter) => sessionStorage.removeItem(entryOf(target))
