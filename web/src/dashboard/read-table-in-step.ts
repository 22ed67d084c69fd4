import type { ClientQuery } from '@attest/contract/clients'
import type { Query, QueryClient } from '@tanstack/react-query'
import { readClients } from '../clients/use-clients.ts'
import { untilTableIsFree } from './until-table-is-free.ts'
import { recentKey } from './use-dashboard.ts'

/** Reads what the table shows; what it has shown is read when it is opened again. */
export async function readTableInStep(queries: QueryClient, left: AbortSignal): Promise<void> {
  if (left.aborted) return
  const pages = {
    queryKey: ['clients'],
    predicate: ({ queryKey }: Query) => queryKey[1] !== recentKey[1],
  }
  await queries.invalidateQueries({ ...pages, refetchType: 'none' })
  const shown = queries.getQueryCache().findAll({ ...pages, type: 'active' })
  await Promise.all(shown.map((query) => readInStep(query, left)))
}

/**
 * Not by the query itself, whose answer would move the rows as it comes: they change when they are free. Where the query
 * was read meanwhile, nobody knows which answer is the newer one, and it is read again.
 */
async function readInStep(query: Query, left: AbortSignal): Promise<void> {
  await query.promise?.catch(() => {})
  const before = query.state
  const settle = await readClients(query.queryKey[1] as ClientQuery, left).then(
    async (page) => {
      await untilTableIsFree(left)
      return () => query.setData(page)
    },
    (error: Error) => () => query.setState({ status: 'error', error }),
  )
  if (left.aborted) return
  if (query.state === before) settle()
  else await readInStep(query, left)
}
