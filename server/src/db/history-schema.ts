import type { Change } from '@attest/contract/history'
import type { Generated } from 'kysely'

/** What happened to clients. Rows outlive their client. */
export interface HistoryTables {
  changes: ChangeRow
  history_removals: RemovalRow
  notes: NoteRow
  link_opens: OpeningRow
}

interface ChangeRow {
  id: Generated<number>
  client_id: number
  action: Change['action']
  /** The administrator's address at that time; null: the client. */
  admin_email: string | null
  timestamp: string
  old_data: string
  new_data: string
  answer_id: Generated<number | null>
  /** The import that made the change, or whose undo did. An undo has no row. */
  import_id: Generated<string | null>
  import_row: Generated<number | null>
}

interface RemovalRow {
  id: Generated<number>
  client_id: number
  at: string
  admin_email: string
  count: number
  first_at: string
  last_at: string
}

export interface NoteRow {
  id: Generated<number>
  client_id: number
  at: string
  admin_email: string
  text: string
  edited_at: Generated<string | null>
  struck_at: Generated<string | null>
  struck_by: Generated<string | null>
}

interface OpeningRow {
  id: Generated<number>
  token_hash: string
  client_id: number
  at: string
  on_phone: boolean
  mailing_id: number | null
}
