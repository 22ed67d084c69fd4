import type { ClientSelection } from '@attest/contract/clients'
import type { Endpoint } from '@attest/contract/endpoint'
import {
  keepPreviousData,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { call, type Input, type Reply } from './call.ts'

/** The call's input together with TanStack's options: their names never clash. */
type Reading<E extends Endpoint> = Input<E> & Omit<UseQueryOptions<Reply<E>>, 'queryFn'>

export const useRead = <E extends Endpoint>(
  endpoint: E,
  reading: Reading<E>,
): UseQueryResult<Reply<E>> =>
  useQuery({ ...reading, queryFn: ({ signal }) => call(endpoint, reading, signal) })

/** Like `useRead`, but shows the last reply while the next one loads. */
export const usePage = <E extends Endpoint>(endpoint: E, reading: Reading<E>) =>
  useRead(endpoint, {
    ...reading,
    placeholderData: keepPreviousData as Reading<E>['placeholderData'],
  })

export const inQuery = ({ ids, filter, total }: ClientSelection = {}) =>
  ids ? { ids: ids.join(',') } : { ...filter, total }
