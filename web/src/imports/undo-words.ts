import type { UndoReason, UndoRow } from '@attest/contract/import-undo'
import { fieldLabel } from '../clients/field-text.ts'

export const UNDO_REASONS: Record<UndoReason, string> = {
  emailed: 'An email to this client was started',
  answered: 'The client has answered since',
  changed: 'Changed since the import',
  file: 'The client has files',
  called: 'The office has called this client',
  template_gone: 'The former email template was deleted',
  deleted: 'Deleted since the import',
}

/** The imported change, or its undo. */
export function changeOf({ field, old, new: now, reason }: UndoRow): string {
  if (field === null) return reason ? 'New client' : 'Remove the client'
  const values = [now, old].map((value) => value || '(empty)')
  return `${fieldLabel(field)}: ${(reason ? values.toReversed() : values).join(' → ')}`
}
