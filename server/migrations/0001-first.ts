import { type Kysely, sql } from 'kysely'

/** In plain SQL, so that what the database holds can be read here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [signIn, templates, clients, history, mail, imports]) {
    await sql.raw(part).execute(db)
  }
}

const signIn = `
create table admins (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  password_hash text,
  created_at timestamptz(3) not null default now()
);
create table sessions (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null references admins on delete cascade,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  address text not null,
  user_agent text not null
);
create index sessions_admin on sessions (admin_id);
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_key text not null,
  created_at timestamptz(3) not null default now()
);
create table throttle (
  key text primary key,
  fails int not null,
  last_fail_at timestamptz(3) not null,
  locked_until timestamptz(3)
);`

const templateColumns = `
  name text not null,
  subject text not null,
  "textContent" text not null,
  greeting text not null,
  "mainMessage" text not null,
  "addressLabel" text not null,
  "buttonText" text not null,
  "footerMessage" text not null,
  signature text not null`

const templates = `
create table templates (
  id text primary key,
  version int not null default 1,
  updated_at timestamptz(3) not null default now(),${templateColumns}
);
create table template_versions (
  template_id text not null,
  version int not null,
  created_at timestamptz(3) not null default now(),${templateColumns},
  primary key (template_id, version)
);`

const clients = `
create extension if not exists pg_trgm;
create table clients (
  id bigint generated always as identity primary key,
  client_number text not null unique,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone_number text not null,
  alt_number text,
  address text not null,
  city text not null,
  state text not null,
  zip_code text not null,
  group_template text not null references templates,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'updated')),
  has_changes boolean not null default false,
  last_updated timestamptz(3) not null,
  created_at timestamptz(3) not null,
  search_text text not null generated always as (lower(
    first_name || ' ' || last_name || ' ' || client_number || ' ' || email || ' ' ||
    phone_number || ' ' || address || ' ' || city || ' ' || zip_code)) stored
);
create index clients_search on clients using gin (search_text gin_trgm_ops);
create index clients_recent on clients (last_updated desc, id desc);
create index clients_status_recent on clients (status, last_updated desc, id desc);
create index clients_template on clients (group_template);
create index clients_state on clients (state, status);

-- One row, so that every writer takes the same lock last: rows of clients first, then the counts.
create table client_counts (
  singleton boolean primary key default true check (singleton),
  pending bigint not null default 0,
  confirmed bigint not null default 0,
  updated bigint not null default 0
);
insert into client_counts default values;

create function count_added() returns trigger language plpgsql as $$
begin
  update client_counts c set pending = c.pending + n.pending, confirmed = c.confirmed + n.confirmed, updated = c.updated + n.updated
  from (select count(*) filter (where status = 'pending') pending, count(*) filter (where status = 'confirmed') confirmed,
               count(*) filter (where status = 'updated') updated, count(*) as total from added) n
  where n.total > 0;
  return null;
end $$;
create function count_removed() returns trigger language plpgsql as $$
begin
  update client_counts c set pending = c.pending - n.pending, confirmed = c.confirmed - n.confirmed, updated = c.updated - n.updated
  from (select count(*) filter (where status = 'pending') pending, count(*) filter (where status = 'confirmed') confirmed,
               count(*) filter (where status = 'updated') updated, count(*) as total from removed) n
  where n.total > 0;
  return null;
end $$;
-- Writes nothing, and so locks nothing, when no status changed.
create function count_moved() returns trigger language plpgsql as $$
begin
  update client_counts c set pending = c.pending + n.pending, confirmed = c.confirmed + n.confirmed, updated = c.updated + n.updated
  from (select sum(pending) pending, sum(confirmed) confirmed, sum(updated) updated from (
          select (status = 'pending')::int pending, (status = 'confirmed')::int confirmed, (status = 'updated')::int updated from added
          union all
          select -(status = 'pending')::int, -(status = 'confirmed')::int, -(status = 'updated')::int from removed) moves) n
  where n.pending <> 0 or n.confirmed <> 0 or n.updated <> 0;
  return null;
end $$;
create trigger clients_added after insert on clients referencing new table as added for each statement execute function count_added();
create trigger clients_removed after delete on clients referencing old table as removed for each statement execute function count_removed();
create trigger clients_moved after update on clients referencing new table as added old table as removed for each statement execute function count_moved();`

const history = `
-- No foreign key: the history of a deleted client stays.
create table changes (
  id bigint generated always as identity primary key,
  client_id bigint not null,
  action text not null check (action in ('created', 'updated', 'confirmed', 'deleted')),
  -- Who did it, by the address of that day; null: the client.
  admin_email text,
  timestamp timestamptz(3) not null,
  old_data text not null,
  new_data text not null
);
create index changes_client on changes (client_id, id desc);
create index changes_answers on changes (timestamp, action) where admin_email is null;`

const mail = `
create table mailings (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('import', 'bulk', 'resend', 'created')),
  status_filter text,
  admin_email text not null,
  reopened int not null default 0,
  created_at timestamptz(3) not null
);
create table messages (
  id bigint generated always as identity primary key,
  mailing_id bigint not null references mailings,
  client_id bigint references clients on delete set null,
  email text not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'accepted', 'failed', 'canceled')),
  attempts int not null default 0,
  next_attempt_at timestamptz(3) not null,
  lease_until timestamptz(3),
  message_id text not null,
  template_id text not null,
  template_version int,
  error text,
  smtp_response text,
  in_doubt boolean not null default false,
  provider text,
  settled_at timestamptz(3),
  unique (client_id, mailing_id)
);
create index messages_due on messages (next_attempt_at, id) where state = 'queued';
create index messages_leased on messages (lease_until) where state = 'sending';
create index messages_state on messages (mailing_id, state);

create table verification_links (
  token_hash text primary key,
  client_id bigint not null references clients on delete cascade,
  email text not null,
  issued_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  answered_at timestamptz(3)
);
create index verification_links_client on verification_links (client_id);`

const imports = `
create table imports (
  id uuid primary key,
  file_name text not null,
  file_hash text not null,
  admin_email text not null,
  send boolean not null,
  state text not null default 'running' check (state in ('running', 'finished', 'failed')),
  total_rows int not null default 0,
  done_rows int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  unchanged int not null default 0,
  refused int not null default 0,
  clients_before bigint not null,
  mailing_id bigint references mailings,
  error text,
  lease_until timestamptz(3),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index imports_finished on imports (finished_at desc) where state <> 'running';
-- Whom the import's mailing will go to; emptied when it is made.
create table import_clients (
  import_id uuid not null references imports on delete cascade,
  client_id bigint not null,
  primary key (import_id, client_id)
);
create table import_refusals (
  import_id uuid not null references imports on delete cascade,
  row int not null,
  client_number text not null,
  reason text not null,
  primary key (import_id, row)
);`
