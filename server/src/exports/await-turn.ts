import type { ExportFormat } from '@attest/contract/exports'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { holdSlot, Slots } from '../http/slots.ts'
import { findStillAdmitted } from '../identity/guard.ts'
import { refuse } from '../identity/refusals.ts'

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
