import type { ClientField } from '@attest/contract/client-fields'
import type { OwnValues } from '@attest/contract/own-columns'
import type { Reported } from '@attest/contract/wrong-hands'
import type { ColumnType, Selectable } from 'kysely'
import type { ClientRow, Json, VerificationLinkRow } from './schema.ts'

export interface TrashTables {
  trashed_clients: TrashedClientRow
  merged_clients: MergedClientRow
  wrong_persons: { email: string; reported: Json<Reported> }
}

/** A deleted client. Stored rows have more columns than are named here, but lack those of later migrations. */
export interface TrashedClientRow {
  client_id: number
  client_number: string
  name: string
  search_text: string
  client: ColumnType<TrashedRow, never, never>
  links: ColumnType<Pick<Selectable<VerificationLinkRow>, 'purpose' | 'revoked_at'>[], never, never>
  round_ids: number[]
  deleted_at: string
  deleted_by: string
}

type TrashedRow = Pick<
  Selectable<ClientRow>,
  'first_name' | 'last_name' | 'client_number' | 'group_template'
> & { own?: OwnValues }

export interface MergedClientRow {
  client_id: number
  client_number: string
  into_id: number
  merged_at: string
  undo: ColumnType<MergeUndo, string, never>
}

type MergeState = Pick<Selectable<ClientRow>, ClientField | 'own' | 'status'>

interface MergeUndo {
  before: MergeState & Pick<Selectable<ClientRow>, 'mail_to' | 'mail_to_by'>
  after: MergeState
  /** The open round, if the kept client joined it by the merge. */
  joined: number | null
}
