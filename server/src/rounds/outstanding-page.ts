import type { listOutstanding as listCall } from '@attest/contract/rounds'
import type * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { findRound, listCalls } from './queries.ts'
import { listOutstandingRows } from './round-rows.ts'

export async function outstandingPage(
  { db }: Deps,
  id: number,
  query: z.output<(typeof listCall)['query']>,
) {
  const round = (await findRound(db, id)) ?? notFound('Round')
  const { clients, total } = await listOutstandingRows(db, round, query)
  const ids = clients.map(({ client_id }) => client_id)
  const calls = await listCalls(db, id, ids)
  return {
    total,
    clients: clients.map((client) => ({
      ...client,
      calls: calls.filter(({ client_id }) => client_id === client.client_id),
    })),
  }
}
