import type { ReminderPlan, Round } from '@attest/contract/rounds'
import type { ColumnType, Generated } from 'kysely'

export interface RoundTables {
  rounds: RoundRow
  calls: CallRow
  reminders: ReminderRow
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
}

interface CallRow {
  id: Generated<number>
  round_id: number
  client_id: number
  at: string
  admin_email: string
  outcome: 'no_answer' | 'left_message' | 'will_answer'
  note: string | null
}

export interface ReminderRow {
  round_id: number
  day: number
  due_at: string
  outcome: 'sent' | 'skipped' | 'missed'
  mailing_id: number | null
  admin_email: string | null
}
