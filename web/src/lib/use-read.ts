import type { ClientSelection } from '@attest/contract/clients'
import type { Endpoint } from '@attest/contract/endpoint'
import * as query from '@tanstack/react-query'
import { addressOf, call, type Input, type Parts, type Reply } from './call.ts'

type Options<E> = Omit<query.UseQueryOptions<Reply<E>>, 'queryFn' | 'queryKey'>

/** The call's input with TanStack's options: their names never clash. A key is needed only where others name it. */
type Reading<E extends Endpoint> = Input<E> & Options<E> & { queryKey?: query.QueryKey }

export const useRead = <E extends Endpoint>(
  endpoint: E,
  reading: Reading<E>,
): query.UseQueryResult<Reply<E>> =>
  query.useQuery({
    queryKey: [addressOf(endpoint, reading as Parts)],
    ...reading,
    queryFn: ({ signal }) => call(endpoint, reading, signal),
  })

/** Like `useRead`, but shows the last reply while the next one loads. */
export const usePage = <E extends Endpoint>(endpoint: E, reading: Reading<E>) =>
  useRead(endpoint, {
    ...reading,
    placeholderData: query.keepPreviousData as Reading<E>['placeholderData'],
  })

export const inQuery = ({ ids, filter, total }: ClientSelection = {}) =>
  ids ? { ids: ids.join(',') } : { ...filter, total }
