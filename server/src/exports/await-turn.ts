import type { ExportFormat } from '@attest/contract/exports'
import type { FastifyReply } from 'fastify'
import { findStillAdmitted, type SignedIn } from '../auth/guard.ts'
import { refuse } from '../auth/refusals.ts'
import type { Deps } from '../deps.ts'
import { holdSlot, Slots } from '../http/slots.ts'

export type ExportSlots = Record<ExportFormat, Slots>

/** How many exports of a format one process writes at a time. */
export const newExportSlots = (): ExportSlots => ({ csv: new Slots(2), xlsx: new Slots(1) })

/**
 * Waits until this export may start. The slot is free again once its body was sent or its caller has gone.
 * @throws Refusal 401 if the session ended in line
 */
export async function awaitTurn(
  deps: Deps,
  { sessionId }: SignedIn,
  format: ExportFormat,
  reply: FastifyReply,
): Promise<void> {
  await holdSlot(deps.exportSlots[format], reply)
  if (!(await findStillAdmitted(deps, sessionId))) refuse('session_not_found')
}
