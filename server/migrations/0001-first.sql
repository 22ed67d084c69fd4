-- Accounts and sign-in.

create table admins (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  password_hash text,
  -- member: signed up without an invitation; has no rights until an administrator approves it.
  role text not null default 'admin' check (role in ('admin', 'member')),
  email_confirmed_at timestamptz(3),
  new_email text check (new_email = lower(new_email)),
  invited_at timestamptz(3),
  banned_until timestamptz(3),
  last_sign_in_at timestamptz(3),
  -- What other programs keep with an account; the product reads none of it.
  user_metadata jsonb not null default '{}',
  app_metadata jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null references admins on delete cascade,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  address text not null,
  user_agent text not null,
  -- aal2: with the second factor.
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null default '[]',
  -- When the identity was last proven.
  confirmed_at timestamptz(3)
);
create index sessions_admin on sessions (admin_id);

create table refresh_tokens (
  -- SHA-256, hex.
  token_hash text primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index refresh_tokens_session on refresh_tokens (session_id);

create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_key text not null,
  created_at timestamptz(3) not null default now(),
  retired_at timestamptz(3)
);

create table throttle (
  key text primary key,
  fails int not null,
  last_fail_at timestamptz(3) not null,
  locked_until timestamptz(3),
  -- Whether the security log has its one entry for the pause.
  refusal_logged boolean not null default false
);

create table factors (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null references admins on delete cascade,
  type text not null check (type in ('totp', 'webauthn')),
  name text not null,
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- totp: the secret, sealed, and the last time step used, so that a code works once.
  secret text,
  last_step bigint not null default 0,
  -- webauthn: as the authenticator gave them, base64url; its use count where it keeps one.
  credential_id text unique,
  public_key text,
  counter bigint not null default 0,
  transports jsonb not null default '[]',
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index factors_admin on factors (admin_id);

create table challenges (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null references admins on delete cascade,
  -- Null: any passkey of the admin may answer.
  factor_id uuid references factors on delete cascade,
  -- The passkey's challenge, base64url.
  challenge text,
  expires_at timestamptz(3) not null
);
create index challenges_admin on challenges (admin_id);

create table recovery_codes (
  admin_id uuid not null references admins on delete cascade,
  -- HMAC-SHA-256 with a key derived from the secret key, hex.
  code_hash text not null,
  used_at timestamptz(3),
  primary key (admin_id, code_hash)
);

create table one_time_codes (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null references admins on delete cascade,
  kind text not null check (kind in ('recovery', 'invite', 'email_change', 'signup', 'magiclink', 'reauthentication')),
  -- The address it was mailed to.
  email text not null,
  -- Of the link's 256 bits: SHA-256, hex. Of the six digits: HMAC-SHA-256 as for recovery codes.
  token_hash text not null unique,
  code_hash text not null,
  -- After too many, the six digits are void.
  wrong_digits int not null default 0,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index one_time_codes_admin on one_time_codes (admin_id, kind);

create table identities (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null references admins on delete cascade,
  provider text not null,
  -- The provider's own name for the person.
  subject text not null,
  email text,
  data jsonb not null,
  created_at timestamptz(3) not null,
  last_sign_in_at timestamptz(3),
  unique (provider, subject)
);
create index identities_admin on identities (admin_id);

-- Sign-ins in flight at a provider.
create table flows (
  state_hash text primary key,
  provider text not null,
  -- Sealed: the verifier and the nonce for the provider's answer.
  secrets text not null,
  -- Of a linking: the session that asked for it.
  link_session_id uuid references sessions on delete cascade,
  redirect_to text not null,
  code_challenge text,
  -- After the provider's answer: the browser's code and its owner.
  code_hash text unique,
  -- Of a linking: the provider's account, until the browser brings the code.
  person jsonb,
  admin_id uuid references admins on delete cascade,
  expires_at timestamptz(3) not null
);

-- No foreign key: the log of a removed admin stays.
create table security_log (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  event text not null,
  admin_id uuid,
  email text,
  address text not null,
  user_agent text not null,
  detail text
);
create index security_log_event on security_log (event, id desc);
-- Finds an account's known places, whatever its address was then.
create index security_log_known on security_log (admin_id, address)
  where event in ('signed-in', 'first-step-passed', 'password-changed', 'second-step-passed', 'recovery-code-used');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
-- For each statement: a trigger for rows does not fire on truncate.
create trigger security_log_append_only before update or delete or truncate on security_log
  for each statement execute function refuse_change();

-- Templates.

create table templates (
  id text primary key,
  version int not null default 1,
  updated_at timestamptz(3) not null default now(),
  name text not null,
  subject text not null,
  "textContent" text not null,
  greeting text not null,
  "mainMessage" text not null,
  "addressLabel" text not null,
  "buttonText" text not null,
  "footerMessage" text not null,
  signature text not null
);

create table template_versions (
  template_id text not null,
  version int not null,
  created_at timestamptz(3) not null default now(),
  name text not null,
  subject text not null,
  "textContent" text not null,
  greeting text not null,
  "mainMessage" text not null,
  "addressLabel" text not null,
  "buttonText" text not null,
  "footerMessage" text not null,
  signature text not null,
  -- Who saved it, by the address of that day; null: it came with the product.
  admin_email text,
  primary key (template_id, version)
);

-- The original groups; administrators may rewrite their templates (spec §3, §9).
insert into templates (id, name, subject, "textContent", greeting, "mainMessage", "addressLabel", "buttonText", "footerMessage", signature)
select id, name,
  'Please confirm your address',
  '',
  E'Dear {{first_name}} {{last_name}},\n\nThank you for trusting us with your estate planning.',
  'We keep your estate planning documents safely stored for you, and we need to be able to reach you when they matter. '
    || 'Please take a minute to look at the address we have for you and tell us whether it is still right.',
  'Current Address:',
  'Confirm My Address',
  'We never send original documents without asking first. Should you ever want your originals shipped to you, '
    || 'this is the address they would go to.',
  'With kind regards,'
from (values ('GeneralClients', 'General Clients'), ('BigClients', 'Big Clients'), ('DismissingClients', 'Dismissing Clients')) as seeded (id, name);

insert into template_versions
select id, version, updated_at, name, subject, "textContent", greeting, "mainMessage", "addressLabel", "buttonText", "footerMessage", signature
from templates;

-- Clients, and what belongs to them.

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
-- An import finds numbers that differ only in leading zeros or in case.
create index clients_number_alike on clients (lower(ltrim(client_number, '0')));

-- One row: every writer locks clients first and the counts last.
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

-- Locks nothing when no status changed.
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
create trigger clients_moved after update on clients referencing new table as added old table as removed for each statement execute function count_moved();

-- No foreign key: the history of a deleted client stays.
create table changes (
  id bigint generated always as identity primary key,
  client_id bigint not null,
  action text not null check (action in ('created', 'updated', 'confirmed', 'deleted', 'file_uploaded', 'file_deleted')),
  -- Who did it, by the address of that day; null: the client.
  admin_email text,
  timestamp timestamptz(3) not null,
  old_data text not null,
  new_data text not null
);
create index changes_client on changes (client_id, id desc);

-- What clients have answered: evidence, and the one source for the protection of their corrections. It outlives the
-- client and its history.
create table answers (
  id bigint generated always as identity primary key,
  client_id bigint not null,
  client_number text not null,
  -- The client's name as it was answered.
  name text not null,
  at timestamptz(3) not null,
  via text not null check (via in ('link', 'phone', 'letter', 'in_person')),
  -- The address of the administrator who recorded the answer; null: the client answered.
  admin text,
  result text not null check (result in ('confirmed', 'updated')),
  -- The fields that the answer changed, as they were.
  old jsonb not null,
  -- Every detail as it was answered.
  new jsonb not null,
  note text
);
create index answers_client on answers (client_id, id);
create index answers_at on answers (at, result);
create trigger answers_append_only before update or delete or truncate on answers
  for each statement execute function refuse_change();

create table attachments (
  id bigint generated always as identity primary key,
  client_id bigint not null references clients on delete cascade,
  -- The file's name in the store.
  key text not null unique,
  original_name text not null,
  mime_type text not null,
  file_size bigint not null,
  -- SHA-256, hex.
  hash text not null,
  category text not null check (category in ('document', 'spreadsheet', 'image', 'other')),
  description text,
  uploaded_at timestamptz(3) not null,
  admin_email text not null
);
create index attachments_client on attachments (client_id, id desc);

create table verification_links (
  token_hash text primary key,
  client_id bigint not null references clients on delete cascade,
  email text not null,
  issued_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  answered_at timestamptz(3)
);
create index verification_links_client on verification_links (client_id);

-- Mail.

create table mailings (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('import', 'bulk', 'retry', 'resend', 'created')),
  status_filter text,
  admin_email text not null,
  reopened int not null default 0,
  retry_of bigint references mailings,
  canceled_at timestamptz(3),
  -- The administrator who canceled; a message in flight may be canceled later in this name.
  canceled_by text,
  -- Made by the browser for each press; a repeated id gives the same mailing.
  request_id uuid unique,
  -- Final counts once no message waits; null until then.
  counts jsonb,
  created_at timestamptz(3) not null
);
create index mailings_open on mailings (id) where counts is null;
create index mailings_many on mailings (id) where kind in ('import', 'bulk', 'retry');

create table messages (
  id bigint generated always as identity primary key,
  mailing_id bigint not null references mailings,
  client_id bigint references clients on delete set null,
  email text not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'accepted', 'failed', 'canceled')),
  attempts int not null default 0,
  next_attempt_at timestamptz(3) not null,
  lease_until timestamptz(3),
  -- Which sender has claimed a message, and in which order: it sends them in this order. After a crash, only the
  -- first of those it left can have been sent.
  claimed_by uuid,
  claim_id bigint,
  message_id text not null,
  template_id text not null,
  template_version int,
  error text,
  smtp_response text,
  in_doubt boolean not null default false,
  -- Never queued again: the client answered or the mailing was canceled during the try.
  last_try boolean not null default false,
  -- What this message set back to pending. A message that is canceled before its first try gives it back.
  status_before text check (status_before in ('confirmed', 'updated')),
  provider text,
  settled_at timestamptz(3),
  unique (client_id, mailing_id)
);
create index messages_due on messages (next_attempt_at, id) where state = 'queued';
create index messages_leased on messages (lease_until) where state = 'sending';
create index messages_state on messages (mailing_id, state);
-- Few rows: clients whose last message failed.
create index messages_failed on messages (client_id) where state = 'failed';
create sequence messages_claim_ids;

-- Imports.

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
  rejected int not null default 0,
  -- Clients whose own corrections stand against the file.
  kept int not null default 0,
  -- Of the file, by the names in it.
  sheets_not_read text[] not null default '{}',
  headers_not_read text[] not null default '{}',
  clients_before bigint not null,
  mailing_id bigint references mailings,
  error text,
  -- Resumes after a dead process since the last committed batch.
  resumed smallint not null default 0,
  lease_until timestamptz(3),
  created_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create index imports_finished on imports (finished_at desc) where state <> 'running';

-- Recipients of the import's mailing until it is made.
create table import_clients (
  import_id uuid not null references imports on delete cascade,
  client_id bigint not null,
  primary key (import_id, client_id)
);

create table import_rejections (
  import_id uuid not null references imports on delete cascade,
  row int not null,
  client_number text not null,
  reason text not null,
  primary key (import_id, row)
);

-- Made on first use, so that copies of a template do not share it.
create table database_id (
  singleton boolean primary key default true check (singleton),
  id uuid not null default gen_random_uuid()
);

-- Backups.

-- One row at most: the state of nightly backups.
create table nightly_backup (
  singleton boolean primary key default true check (singleton),
  succeeded_at timestamptz(3),
  failed_at timestamptz(3),
  failure text
);

-- One row until an administrator resumes a restored copy.
create table restored_copy (
  singleton boolean primary key default true check (singleton),
  restored_at timestamptz(3) not null,
  backup_made_at timestamptz(3) not null,
  emails_canceled int not null
);
