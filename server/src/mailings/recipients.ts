import type { StatusFilter } from '@attest/contract/clients'
import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { ClientRow, Database, Db, Tx } from '../db/schema.ts'

/**
 * Which clients: by id, by status, those of an import, or those whom a mailing has failed to reach and
 * nothing has reached since. Who has answered meanwhile is not asked again.
 */
export type Selection =
  | { ids: number[] }
  | { status: StatusFilter }
  | { importId: string }
  | { failedIn: number }

export function isSelected(selection: Selection) {
  return (e: ExpressionBuilder<Database, 'clients'>): Expression<SqlBool> => {
    if ('ids' in selection) return sql`clients.id = any(${selection.ids})`
    if ('importId' in selection) {
      return sql`clients.id in (select client_id from import_clients where import_id = ${selection.importId})`
    }
    if ('failedIn' in selection) {
      return sql`clients.status = 'pending' and clients.id in (
        select f.client_id from messages f
        where f.mailing_id = ${selection.failedIn} and f.state = 'failed' and not exists (
          select from messages later where later.client_id = f.client_id and later.id > f.id
            and later.state in ('queued', 'sending', 'accepted')))`
    }
    if (selection.status === 'all') return e.lit(true)
    return e('clients.status', '=', selection.status)
  }
}

export async function countSelected(db: Db, selection: Selection): Promise<number> {
  const { total } = await db
    .selectFrom('clients')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where(isSelected(selection))
    .executeTakeFirstOrThrow()
  return total
}

/**
 * A new round: who had answered is asked again. Exactly those whom the mailing writes to: by status,
 * who answered since its messages were made would lose the answer without being asked again.
 * Gives them with the status they had.
 */
export const reopenClients = (tx: Tx, mailingId: number) =>
  tx
    .with('before', (q) =>
      q
        .selectFrom('clients')
        .select(['clients.id', 'clients.status'])
        .where('clients.status', '<>', 'pending')
        .where((e) =>
          e(
            'clients.id',
            'in',
            e.selectFrom('messages').select('client_id').where('mailing_id', '=', mailingId),
          ),
        )
        .forUpdate(),
    )
    .updateTable('clients')
    .from('before')
    .set({ status: 'pending', has_changes: false })
    .whereRef('clients.id', '=', 'before.id')
    .returning(['before.id', 'before.status'])
    .execute()

/**
 * Undoes a round that nobody was told of: whose message was canceled before its first try, who was written to by
 * nothing later, and whose status nobody changed since the mailing was made, is as answered as before. Gives them
 * with that status.
 */
export async function restoreAnswered(tx: Tx, mailingId: number, madeAt: string) {
  const { rows } = await sql<{ id: number; status: Selectable<ClientRow>['status'] }>`
    with undone as (
      select clients.id, last.old_data::json ->> 'status' as status
      from messages m join clients on clients.id = m.client_id
      join lateral (
        select timestamp, old_data, new_data from changes
        where client_id = clients.id and new_data::json ->> 'status' is not null
        order by id desc limit 1) last on true
      where m.mailing_id = ${mailingId} and m.state = 'canceled' and m.attempts = 0 and not m.in_doubt
        and clients.status = 'pending' and last.timestamp = ${madeAt}
        and last.new_data = '{"status":"pending"}'
        and not exists (
          select from messages later
          where later.client_id = clients.id and later.id > m.id and later.state <> 'canceled')
      order by clients.id for update of clients
    )
    update clients set status = undone.status, has_changes = undone.status = 'updated'
    from undone where clients.id = undone.id returning clients.id, clients.status
  `.execute(tx)
  return rows
}
