import type { ExportFormat } from '@attest/contract/exports'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { holdSlot, Slots } from '../http/slots.ts'
import { findStillAdmitted } from '../identity/guard.ts'
import { refuse } from '../identity/refusals.ts'

export type ExportSlots = Record<ExportFormat, Slots>

export const newExportSlots = (): ExportSlots => ({ csv: new Slots(2), xlsx: new Slots(1) })

/** Waits for a slot, which becomes free once the body was sent or the caller left. */
export async function awaitTurn(
  deps: Pick<Deps, 'config' | 'db' | 'exportSlots' | 'now'>,
  { sessionId }: SignedIn,
  format: ExportFormat,
  reply: FastifyReply,
): Promise<void> {
  await holdSlot(deps.exportSlots[format], reply)
  if (!(await findStillAdmitted(deps, sessionId))) refuse('session_not_found')
}
