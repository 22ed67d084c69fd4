import type { Call } from '@attest/contract/outstanding'
import type { ReminderPlan, Round } from '@attest/contract/rounds'
import type { ColumnType, Generated } from 'kysely'

export interface RoundTables {
  rounds: RoundRow
  calls: CallRow
  reminders: ReminderRow
  letter_batches: LetterBatchRow
  letters: LetterRow
}

export interface RoundRow {
  id: Generated<number>
  name: string
  template_id: string | null
  admin_email: string
  started_at: string
  due_on: string
  plan: ColumnType<ReminderPlan, string, string>
  paused: Generated<boolean>
  closed_at: Generated<string | null>
  closed_by: Generated<string | null>
  planned: Generated<boolean>
  held: Generated<Round['held']>
  asks: ColumnType<Round['asks'], string | undefined, string>
  repeats: Generated<boolean>
  version: Generated<number>
}

interface CallRow extends Omit<Call, 'id'> {
  id: Generated<number>
  round_id: number
  client_id: number
}

export interface ReminderRow {
  round_id: number
  day: number
  due_at: string
  outcome: 'sent' | 'skipped' | 'missed'
  mailing_id: number | null
  admin_email: string | null
}

interface LetterBatchRow {
  id: Generated<number>
  admin_email: string
  created_at: string
  printed_at: Generated<string | null>
  mailed_at: Generated<string | null>
  mailed_by: Generated<string | null>
  /** The round that asked by this batch, once it is mailed. */
  round_id: Generated<number | null>
}

interface LetterRow {
  id: Generated<number>
  batch_id: number
  client_id: number
  printed_at: Generated<string | null>
  /** The link of the last print. */
  token_hash: Generated<string | null>
  /** The printed address, from postal_address(). */
  address: Generated<string | null>
  template_id: Generated<string | null>
  template_version: Generated<number | null>
  returned_at: Generated<string | null>
  returned_by: Generated<string | null>
  returned_reason: Generated<string | null>
}
