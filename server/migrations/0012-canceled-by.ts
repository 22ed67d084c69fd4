import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- A mail on its way when its mailing is canceled may end as canceled later: its client's answer comes back in this name.
alter table mailings add column canceled_by text;`)
    .execute(db)
}
