import { fullName } from '@attest/contract/full-name'
import type { listOutstanding as listCall, OutstandingClient } from '@attest/contract/rounds'
import type * as z from 'zod/mini'
import { beforeAnswer } from '../answers/before-answer.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import { listOutstandingRows, type OutstandingRow } from './outstanding-queries.ts'
import { findRound, listCalls } from './queries.ts'

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
      ...asBeforeDispute(client),
      calls: calls.filter(({ client_id }) => client_id === client.client_id),
    })),
  }
}

/** Details to read out on the phone: never those of a disputed answer. */
function asBeforeDispute({ answer, ...row }: OutstandingRow): Omit<OutstandingClient, 'calls'> {
  if (row.reason !== 'disputed' || answer.old === null) return row
  const before = beforeAnswer(row, answer)
  return { ...before, name: fullName(before) }
}
