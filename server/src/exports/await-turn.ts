import { finished } from 'node:stream'
import type { ExportFormat } from '@attest/contract/exports'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/errors.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { holdSlot, Slots } from '../http/slots.ts'
import { findStillAdmitted } from '../identity/guard.ts'
import { refuse } from '../identity/refusals.ts'

export type ExportSlots = Record<ExportFormat, Slots> & {
  /** Counts each session's exports that wait or are being sent. */
  bySession: Map<string, number>
}

export const newExportSlots = (): ExportSlots => ({
  csv: new Slots(2),
  xlsx: new Slots(1),
  bySession: new Map(),
})

const MOST_OF_ONE = 6

/** Waits for a slot, which becomes free once the body was sent or the caller left. */
export async function awaitTurn(
  deps: Pick<Deps, 'config' | 'db' | 'exportSlots' | 'now'>,
  { sessionId }: SignedIn,
  format: ExportFormat,
  reply: FastifyReply,
): Promise<void> {
  count(deps.exportSlots.bySession, sessionId, reply)
  await holdSlot(deps.exportSlots[format], reply)
  if (!(await findStillAdmitted(deps, sessionId))) refuse('session_not_found')
}

function count(bySession: Map<string, number>, sessionId: string, { raw }: FastifyReply): void {
  const running = bySession.get(sessionId) ?? 0
  if (running >= MOST_OF_ONE) {
    throw new Refusal(429, `${running} exports of yours are still running. Wait for one to end.`)
  }
  bySession.set(sessionId, running + 1)
  finished(raw, () => {
    const left = bySession.get(sessionId)! - 1
    if (left > 0) bySession.set(sessionId, left)
    else bySession.delete(sessionId)
  })
}
