-- What arrived in the firm's mailbox about its messages (decision 65).
create table mail_events (
  id bigint generated always as identity primary key,
  -- A hash of the mail's own Message-ID: a mail that is read twice leaves one row for each address it names.
  source_id text not null unique,
  kind text not null check (kind in ('bounced', 'complained', 'reply', 'delayed', 'autoreply')),
  message_id bigint not null references messages,
  -- The address that a report names; of a reply its sender.
  email text not null,
  at timestamptz(3) not null,
  -- An enhanced status code (RFC 3463).
  status text,
  -- The other mail server's words; of a reply its text above the quote.
  reason text,
  -- What a bounce is about: an address that does not exist, another matter of its mailbox, or the firm's own mail.
  about text check (about in ('address', 'mailbox', 'us')),
  -- The mail as it came, sealed, for 90 days.
  raw text,
  -- When a bounce became its message's outcome. Null: the message has no outcome yet, or went to another address.
  applied_at timestamptz(3),
  -- "Not a bounce."
  dismissed_at timestamptz(3),
  dismissed_by text
);
create index mail_events_message on mail_events (message_id, id);
create index mail_events_unapplied on mail_events (id) where kind = 'bounced' and applied_at is null and dismissed_at is null;
create index mail_events_raw on mail_events (at) where raw is not null;

-- A bounced message has failed. The seals know what it was before: accepted, without an error.
alter table messages add column bounced_at timestamptz(3),
  add constraint messages_bounced check (bounced_at is null or state = 'failed' and error is not null);
create index messages_bounced on messages (mailing_id) where bounced_at is not null;
create index messages_message_id on messages (message_id);

-- The address that is dead. A mark for another address than mail_to counts no more.
alter table clients
  add column bounced_to text,
  add column bounced_at timestamptz(3),
  add column bounced boolean not null
    generated always as (coalesce(lower(bounced_to) = lower(mail_to), false)) stored;
create index clients_bounced on clients (id) where bounced;

-- How far each folder is read: UIDs above last_uid are new, as long as uidvalidity stays.
create table mailbox_folders (
  -- Like imaps://user@host:993/INBOX
  folder text primary key,
  uidvalidity bigint not null,
  last_uid bigint not null
);
create table mailbox (
  singleton boolean primary key default true check (singleton),
  -- Nobody reads before: a process reads, or the mailbox has just been read or failed.
  next_at timestamptz(3) not null,
  read_at timestamptz(3),
  -- Why it cannot be read, and how often in a row it could not.
  problem text,
  failures int not null default 0,
  -- Open screens reread their figures.
  changed_at timestamptz(3)
);
