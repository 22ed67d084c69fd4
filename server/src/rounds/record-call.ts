import type { recordCall as recordCallCall } from '@attest/contract/rounds'
import type * as z from 'zod/mini'
import { findClient } from '../db/find-client.ts'
import { transact } from '../db/transact.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { holdRound } from './open-round.ts'
import { findRound, insertCall } from './queries.ts'

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
