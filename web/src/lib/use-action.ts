import type { Endpoint } from '@attest/contract/endpoint'
import {
  type MutateOptions,
  type QueryClient,
  type QueryKey,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { CallError, call, type Input, messageOf, type Reply } from './call.ts'
import { currentSession } from './session.ts'
import { isAborted } from './time-limit.ts'
import { type Toast, toast, toastError } from './toast.ts'

interface Outcome<E extends Endpoint> {
  /** The first words of the query keys to refresh; without it, all. */
  refreshes?: string[]
  /** Updates data that must not be reread at once. */
  renews?: (queries: QueryClient) => void
  /** The key of the query whose data the reply updates at once, even if rereading fails. */
  reads?: (reply: Reply<E>) => QueryKey
  /** Missing: the screen itself shows the success. */
  success?: Toast | ((reply: Reply<E>, input: Input<E>) => Toast)
  /** `text` is used when the server gives no reason. Null: the screen itself shows the error. */
  failure: Failure | ((error: Error, input: Input<E>) => Failure | null)
}

export interface Failure {
  title: string
  text: string
}

/** `text` says what was not done. */
export const mayRetry = (title: string, text: string): Failure => ({
  title,
  text: `${text} Please try again.`,
})

export const toastFailure = ({ title, text }: Failure, error: unknown) =>
  toastError(title, messageOf(error, text))

/** Like `call`, but may ask first. Rejects with an AbortError if the person declines. */
export type Caller = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Reply<E>>

/** The login screen reports an ended session, so no toast does. */
export const isSessionOver = (error: unknown) =>
  error instanceof CallError && error.status === 401 && !currentSession().token

/**
 * Like `useMutation`, but ignores a call while one is in flight. A double click's second press may come before the
 * button is drawn as blocked.
 */
export function useSingleMutation<Reply, Input>(options: UseMutationOptions<Reply, Error, Input>) {
  const busy = useRef(false)
  const onSettled = () => {
    busy.current = false
  }
  const mutation = useMutation({ ...options, onSettled })
  type Callbacks = MutateOptions<Reply, Error, Input>
  const begin = mutation.mutate as (input: Input, callbacks?: Callbacks) => void
  const mutate = (input: Input, callbacks?: Callbacks) => {
    if (busy.current) return
    busy.current = true
    begin(input, callbacks)
  }
  return { ...mutation, mutate }
}

/** What a component needs of a mutation that it gets as a prop. */
export interface Mutation<Input, Reply = unknown> {
  data: Reply | undefined
  error: Error | null
  isPending: boolean
  mutate: (
    input: Input,
    callbacks?: { onSuccess?: (reply: Reply) => void; onError?: (error: Error) => void },
  ) => void
}

/** No toast for errors that the form shows at their fields. */
export const unlessAtField = (failure: Failure) => (error: Error) =>
  error instanceof CallError && Object.keys(error.body.fields ?? {}).length > 0 ? null : failure

/** Calls the endpoint, refreshes what is on screen, and shows the outcome as a toast. */
export function useAction<E extends Endpoint>(
  endpoint: E,
  outcome: Outcome<E>,
  make: Caller = call,
) {
  const queries = useQueryClient()
  const catchUp = () => {
    void refresh(queries, outcome.refreshes)
    outcome.renews?.(queries)
  }
  return useSingleMutation({
    mutationFn: (input: Input<E>) => make(endpoint, input),
    onSuccess: (reply, input) => {
      const { success } = outcome
      if (success) toast(typeof success === 'function' ? success(reply, input) : success)
      // The reply lacks some parts of a reading, so the old ones stay.
      if (outcome.reads)
        queries.setQueryData<object>(outcome.reads(reply), (old) => ({
          ...old,
          ...(reply as object | undefined),
        }))
      catchUp()
    },
    onError: (error, input) => {
      if (isAborted(error) || isSessionOver(error)) return
      // The server may have changed something before it failed.
      catchUp()
      const { failure } = outcome
      const shown = typeof failure === 'function' ? failure(error, input) : failure
      if (shown) toastFailure(shown, error)
    },
  })
}

export const action =
  <E extends Endpoint>(endpoint: E, outcome: Outcome<E>) =>
  () =>
    useAction(endpoint, outcome)

/**
 * Marks queries as out of date: all, or those whose keys start with these words. Rereads those on screen and resolves
 * once each reading has ended.
 */
export const refresh = (queries: QueryClient, keys?: string[]) =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => keys?.includes(`${queryKey[0]}`) ?? true,
  })
