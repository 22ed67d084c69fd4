import type { ClientSelection, StatusFilter } from '@attest/contract/clients'
import { CallError, isUnanswered } from '../lib/call.ts'
import { uuid } from '../lib/uuid.ts'

type Target = StatusFilter | `client ${number}` | ClientSelection

/** Request ids by selection, in memory only: a filter's search may be a client's name. */
const selections = new Map<string, string>()

/** The other ids survive a reload in the tab's storage. */
const entryOf = (target: string) => `attest.unanswered-send.${target}`

const read = (target: Target) =>
  typeof target === 'string'
    ? sessionStorage.getItem(entryOf(target))
    : (selections.get(JSON.stringify(target)) ?? null)

export const isUnconfirmedSend = (target: Target) => read(target) !== null

/** Returns the same id until a send is confirmed, so the server starts one mailing for all attempts. */
export function requestIdOf(target: Target) {
  const id = read(target) ?? uuid()
  if (typeof target === 'string') sessionStorage.setItem(entryOf(target), id)
  else selections.set(JSON.stringify(target), id)
  return id
}

function forget(target: Target) {
  if (typeof target === 'string') sessionStorage.removeItem(entryOf(target))
  else selections.delete(JSON.stringify(target))
}

/** Rejected by the product, or by the mail server (502 with a reason). After 500 and 503, a send may have started. */
const isRefused = (error: unknown) =>
  error instanceof CallError && !isUnanswered(error) && ![500, 503].includes(error.status)

/** Waits for the outcome of a send. Forgets the request's id once the outcome is known. */
export async function untilConfirmed<T>(target: Target, sending: Promise<T>): Promise<T> {
  try {
    const reply = await sending
    forget(target)
    return reply
  } catch (error) {
    if (isRefused(error)) forget(target)
    throw error
  }
}
