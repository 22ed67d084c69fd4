import type { ColumnField, Preview, PreviewKind, RowChoice } from '@attest/contract/import-previews'
import type { UndoReason } from '@attest/contract/import-undo'
import type { SheetNote } from '@attest/contract/imports'
import type { Generated } from 'kysely'
import type { Json, MailToBy } from './schema.ts'

export interface ImportTables {
  imports: ImportRow
  import_changes: ImportChangeRow
  import_clients: { import_id: string; client_id: number }
  import_rejections: { import_id: string; row: number; client_number: string; reason: string }
  import_previews: ImportPreviewTable
  import_preview_rows: ImportPreviewRowTable
  import_headers: { header: string; field: ColumnField }
}

export interface ImportRow {
  id: string
  file_name: string
  file_hash: string
  admin_email: string
  send: boolean
  incomplete: Generated<boolean>
  state: Generated<'running' | 'finished' | 'failed' | 'canceled' | 'undoing' | 'undone'>
  sheets_not_read: Generated<string[]>
  headers_not_read: Generated<string[]>
  notes: Generated<SheetNote[]>
  total_rows: Generated<number>
  /** How many rows are processed. A restart continues after them. */
  done_rows: Generated<number>
  created: Generated<number>
  updated: Generated<number>
  unchanged: Generated<number>
  kept: Generated<number>
  rejected: Generated<number>
  clients_before: number
  mailing_id: number | null
  error: string | null
  lease_until: string | null
  /** How often the import was resumed after a dead process, since its last committed batch. */
  resumed: Generated<number>
  created_at: string
  finished_at: string | null
  canceled_by: Generated<string | null>
  undo_until: Generated<string | null>
  undone_by: Generated<string | null>
  undone_at: Generated<string | null>
  undo_total: Generated<number>
  undo_done: Generated<number>
  undo_removed: Generated<number>
  undo_restored: Generated<number>
  undo_kept: Generated<number>
}

export interface ImportChangeRow {
  import_id: string
  client_id: number
  /** Null if the import created the client. */
  field: string | null
  old: string | null
  new: string | null
  /** For a change of the email: the address that got mail before. */
  mail_to: Generated<string | null>
  mail_to_by: Generated<MailToBy | null>
  superseded: Generated<boolean>
  kept: Generated<UndoReason | null>
}

export interface ImportPreviewTable {
  id: string
  admin_email: string
  file_name: string
  file_hash: string
  created_at: string
  incomplete: Generated<boolean>
  changes_cursor: string
  sheets: string[]
  sheet: string
  header_row: number
  columns: Json<Preview['columns']>
  sheets_not_read: string[]
  headers_not_read: string[]
  notes: Generated<SheetNote[]>
  hidden: Json<Preview['hidden']>
  include_hidden: Generated<boolean>
  encoding: Json<Preview['encoding']>
  created: Generated<number>
  changed: Generated<number>
  unchanged: Generated<number>
  undecided: Generated<number>
  rejected: Generated<number>
  skipped: Generated<number>
  incomplete_rows: Generated<number>
  replaced: Generated<number>
  letters: Json<Record<string, number>>
  suggested: Generated<number>
  suggestions: Json<Record<string, number>>
  version: Generated<number>
}

type PreviewCells = Preview['rows'][number]['cells']

export interface ImportPreviewRowTable {
  preview_id: string
  row: number
  cells: Json<PreviewCells>
  edits: Json<PreviewCells>
  damage: string | null
  choice: RowChoice | null
  likeness: string
  kind: PreviewKind
  incomplete: boolean
  /** Whether the row replaces what the client has answered. */
  replaces: boolean
  letter: string | null
  digest: number
  suggested: string
  /** The first earlier row that is likely about the same person. */
  person: number | null
}
