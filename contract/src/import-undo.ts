import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageQuery } from './fields.ts'
import { importParams, oneImport } from './imports.ts'

export const UNDO_DAYS = 30

/**
 * Why an undo keeps something. A created client: emailed, answered, changed, file, called, noted. A changed field:
 * answered, changed, template_gone. deleted: the client no longer exists.
 */
export const UndoReason = z.enum([
  'emailed',
  'answered',
  'changed',
  'file',
  'called',
  'noted',
  'template_gone',
  'deleted',
])
export type UndoReason = z.infer<typeof UndoReason>

export const UndoRow = z.object({
  client_id: z.int(),
  /** Null: the client was deleted. */
  client_number: z.nullable(z.string()),
  name: z.nullable(z.string()),
  /** Null: the import created the client. */
  field: z.nullable(z.string()),
  old: z.nullable(z.string()),
  new: z.nullable(z.string()),
  /** Null: the row is undone. */
  reason: z.nullable(UndoReason),
})
export type UndoRow = z.infer<typeof UndoRow>

const clients = z.int()

/** The effect of an undo, planned or finished. Counts clients; one may be in both `kept` and `restored`. */
export const UndoPlan = z.object({
  removed: clients,
  restored: clients,
  kept: clients,
  reasons: z.record(UndoReason, clients),
  /** Emails of the import that an undo cancels. */
  unsent: z.int(),
  rows: z.array(UndoRow),
  total: z.int(),
})
export type UndoPlan = z.infer<typeof UndoPlan>

/** `kind`: the rows that are undone, or those that are kept. */
export const getUndo = endpoint('GET /api/admin/imports/:importId/undo', {
  params: importParams,
  query: z.object({ kind: z._default(z.enum(['undone', 'kept']), 'kept'), ...pageQuery }),
  reply: UndoPlan,
})

/** Cancels unsent emails first; `state` shows the end. 409 codes: `import_running`, `import_undone`, `undo_expired`. */
export const undoImport = endpoint('POST /api/admin/imports/:importId/undo', oneImport)
