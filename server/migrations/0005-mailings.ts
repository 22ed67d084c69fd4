import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table mailings drop constraint mailings_kind_check;
alter table mailings add constraint mailings_kind_check check (kind in ('import', 'bulk', 'retry', 'resend', 'created'));
alter table mailings
  add column retry_of bigint references mailings,
  add column canceled_at timestamptz(3),
  -- Made by the browser for each press: the same one again gives the same mailing.
  add column request_id uuid unique,
  -- The counts of its messages once none waits: they never change again. Null until then.
  add column counts jsonb;
create index mailings_open on mailings (id) where counts is null;
create index mailings_many on mailings (id) where kind in ('import', 'bulk', 'retry');
-- Few rows; to tell whom the last mail did not reach.
create index messages_failed on messages (client_id) where state = 'failed';`)
    .execute(db)
}
