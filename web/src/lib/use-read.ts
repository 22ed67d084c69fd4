import type { ClientSelection } from '@attest/contract/clients'
import type { Endpoint } from '@attest/contract/endpoint'
import {
  keepPreviousData,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { call, type Input, type Reply } from './call.ts'

/** The call's input and TanStack's options, whose names differ. */
type Reading<E extends Endpoint> = Input<E> & Omit<UseQueryOptions<Reply<E>>, 'queryFn'>

export const useRead = <E extends Endpoint>(
  endpoint: E,
  reading: Reading<E>,
): UseQueryResult<Reply<E>> =>
  useQuery({ ...reading, queryFn: ({ signal }) => call(endpoint, reading, signal) })

/** As `useRead`; shows the last reply while the next loads. */
export const usePage = <E extends Endpoint>(endpoint: E, reading: Reading<E>) =>
  useRead(endpoint, {
    ...reading,
    placeholderData: keepPreviousData as Reading<E>['placeholderData'],
  })

export const inQuery = ({ ids, filter, total }: ClientSelection = {}) =>
  ids ? { ids: ids.join(',') } : { ...filter, total }
