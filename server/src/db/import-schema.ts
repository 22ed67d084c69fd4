import type { Generated } from 'kysely'

export interface ImportRow {
  id: string
  file_name: string
  file_hash: string
  admin_email: string
  send: boolean
  state: Generated<'running' | 'finished' | 'failed'>
  sheets_not_read: Generated<string[]>
  headers_not_read: Generated<string[]>
  total_rows: Generated<number>
  /** Processed rows; a restart continues after them. */
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
  /** Resumes after a dead process since the last committed batch. */
  resumed: Generated<number>
  created_at: string
  finished_at: string | null
}

export interface ImportClientRow {
  import_id: string
  client_id: number
}

export interface ImportRejectionRow {
  import_id: string
  row: number
  client_number: string
  reason: string
}
