import { CallError, call } from '../lib/call.ts'
import { createStore } from '../lib/store.ts'
import { type action, type Caller, useAction } from '../lib/use-action.ts'

type Answer = (confirmed: boolean) => void

/** Calls that wait for the dialog; all get the same answer. */
const waiting = createStore<Answer[]>([])

export const useIsAsked = () => waiting.use().length > 0

export function answerIdentity(confirmed: boolean) {
  const asked = waiting.get()
  waiting.set([])
  for (const answer of asked) answer(confirmed)
}

const askIdentity = () =>
  new Promise<boolean>((resolve) => waiting.set([...waiting.get(), resolve]))

/** Like `call`, but asks for a fresh proof of identity if needed. The screen must render ConfirmIdentityDialog. */
export const callConfirmed: Caller = async (endpoint, input) => {
  try {
    return await call(endpoint, input)
  } catch (error) {
    if (!(error instanceof CallError) || error.body.code !== 'reauthentication_needed') throw error
    if (!(await askIdentity())) throw new DOMException('Given up', 'AbortError')
    return call(endpoint, input)
  }
}

/** Like `useAction`, for actions that need a fresh proof of identity. */
export const useConfirmedAction: typeof useAction = (endpoint, outcome) =>
  useAction(endpoint, outcome, callConfirmed)

export const confirmedAction: typeof action = (endpoint, outcome) => () =>
  useConfirmedAction(endpoint, outcome)
