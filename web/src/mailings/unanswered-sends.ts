import type { StatusFilter } from '@attest/contract/clients'
import { uuid } from '../lib/uuid.ts'

/** In the tab's storage: who gets no answer may well reload the page. */
const entryOf = (target: StatusFilter) => `attest.unanswered-send.${target}`

/** Whether a mailing to these may have begun that nobody was told of. */
export const isUnansweredSend = (target: StatusFilter) =>
  sessionStorage.getItem(entryOf(target)) !== null

/** The same for each press until one is answered: the server makes one mailing of them all. */
export function requestIdOf(target: StatusFilter) {
  const id = sessionStorage.getItem(entryOf(target)) ?? uuid()
  sessionStorage.setItem(entryOf(target), id)
  return id
}

export const noteAnswered = (target: StatusFilter) => sessionStorage.removeItem(entryOf(target))
