import { type Kysely, sql } from 'kysely'

/** The second step, recovery, invitations, single sign-on and the security log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [accounts, sessions, factors, codes, providers, securityLog]) {
    await sql.raw(part).execute(db)
  }
}

const accounts = `
alter table admins
  -- member: has signed up by itself and may do nothing until an administrator lets it in.
  add role text not null default 'admin' check (role in ('admin', 'member')),
  add email_confirmed_at timestamptz(3),
  add new_email text check (new_email = lower(new_email)),
  add invited_at timestamptz(3),
  add banned_until timestamptz(3),
  add last_sign_in_at timestamptz(3),
  add updated_at timestamptz(3) not null default now(),
  -- What other programs keep with an account; ours reads none of it.
  add user_metadata jsonb not null default '{}',
  add app_metadata jsonb not null default '{}';
update admins set email_confirmed_at = created_at;`

const sessions = `
alter table sessions
  -- How far it was proven who this is: aal2 after the second step.
  add aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  add amr jsonb not null default '[]',
  -- When the password or a mailed code was last given.
  add confirmed_at timestamptz(3);
create table refresh_tokens (
  -- sha-256, hex.
  token_hash text primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index refresh_tokens_session on refresh_tokens (session_id);
alter table signing_keys add retired_at timestamptz(3);`

const factors = `
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
  -- Absent: any passkey of the admin may answer.
  factor_id uuid references factors on delete cascade,
  -- What a passkey must sign, base64url.
  challenge text,
  expires_at timestamptz(3) not null
);
create index challenges_admin on challenges (admin_id);
create table recovery_codes (
  admin_id uuid not null references admins on delete cascade,
  -- HMAC-SHA-256 with a key made of the secret key, hex.
  code_hash text not null,
  used_at timestamptz(3),
  primary key (admin_id, code_hash)
);`

const codes = `
create table one_time_codes (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null references admins on delete cascade,
  kind text not null check (kind in ('recovery', 'invite', 'email_change', 'signup', 'magiclink', 'reauthentication')),
  -- The address it was mailed to.
  email text not null,
  -- Of the link's 256 bits: sha-256, hex. Of the six digits: HMAC-SHA-256 as above.
  token_hash text not null unique,
  code_hash text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index one_time_codes_admin on one_time_codes (admin_id, kind);`

const providers = `
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
-- Sign-ins on their way to a provider and back.
create table flows (
  state_hash text primary key,
  provider text not null,
  -- Sealed: the verifier and the nonce that the provider's answer must fit.
  secrets text not null,
  -- The admin an identity is to be linked to, and the session that asked for it.
  link_session_id uuid references sessions on delete cascade,
  redirect_to text not null,
  code_challenge text,
  -- After the provider's answer: the code handed to the browser, and whose it is.
  code_hash text unique,
  -- Of a linking: the provider's account, linked when the browser that began it brings the code.
  person jsonb,
  admin_id uuid references admins on delete cascade,
  expires_at timestamptz(3) not null
);`

const securityLog = `
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
-- Where an account was signed in to before.
create index security_log_known on security_log (email, address) where event = 'signed-in';
create function refuse_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'the security log is append-only';
end $$;
create trigger security_log_append_only before update or delete on security_log
  for each row execute function refuse_log_change();`
