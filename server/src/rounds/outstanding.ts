import type {
  listOutstanding as listCall,
  recordCall as recordCallCall,
} from '@attest/contract/rounds'
import type { z } from 'zod'
import { findClient } from '../db/find-client.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { holdRound } from './open-round.ts'
import { findRound, insertCall, listCalls } from './queries.ts'
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

/** @throws Refusal 404; 409 if the round is closed */
export async function recordCall(
  { db, now }: Deps,
  admin: SignedIn,
  id: number,
  call: z.output<(typeof recordCallCall)['body']>,
) {
  return transact(db, async (tx) => {
    if (!(await findRound(tx, id))) notFound('Round')
    if (!(await findClient(tx, call.client_id))) notFound('User')
    await holdRound(tx, id)
    const at = now().toISOString()
    return insertCall(tx, { ...call, round_id: id, at, admin_email: admin.email })
  })
}
