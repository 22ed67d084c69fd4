import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Who saved it, by the address of that day; null: it came with the product.
alter table template_versions add column admin_email text;`)
    .execute(db)
}
