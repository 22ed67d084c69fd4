-- Rounds.

create table rounds (
  id bigint generated always as identity primary key,
  name text not null,
  -- The letter to every client; null: the letter of the client's group.
  template_id text references templates on delete set null,
  admin_email text not null,
  started_at timestamptz(3) not null,
  due_on date not null,
  -- When reminders are sent: {days, hour, weekdays}.
  plan jsonb not null,
  paused boolean not null default false,
  closed_at timestamptz(3),
  closed_by text
);
create unique index rounds_open on rounds ((true)) where closed_at is null;

-- Clients who left a round: all of them at its close, a deleted one before. Until then a client's part in the round is
-- read from its messages and answers. No foreign key: a deleted client stays.
create table round_clients (
  round_id bigint not null references rounds,
  client_id bigint not null,
  client_number text not null,
  name text not null,
  email text not null,
  phone_number text not null,
  alt_number text,
  state text not null,
  -- Why an email failed, or why the client is excused.
  reason text,
  first_asked_at timestamptz(3),
  last_asked_at timestamptz(3),
  last_emailed_at timestamptz(3),
  requests int not null,
  reminders int not null,
  answered_at timestamptz(3),
  result text check (result in ('confirmed', 'updated')),
  via text,
  primary key (round_id, client_id)
);

-- Calls to clients that brought no answer.
create table calls (
  id bigint generated always as identity primary key,
  round_id bigint not null references rounds,
  -- No foreign key: the calls to a deleted client stay.
  client_id bigint not null,
  at timestamptz(3) not null,
  admin_email text not null,
  outcome text not null check (outcome in ('no_answer', 'left_message', 'will_answer')),
  note text
);
create index calls_client on calls (client_id, round_id, id);

-- The outcome of each planned reminder, by the days after the round's start.
create table reminders (
  round_id bigint not null references rounds,
  day int not null,
  due_at timestamptz(3) not null,
  outcome text not null check (outcome in ('sent', 'skipped', 'missed')),
  mailing_id bigint references mailings,
  -- The administrator who sent or skipped it; null: the plan.
  admin_email text,
  primary key (round_id, day)
);

alter table mailings add column round_id bigint references rounds,
  drop constraint mailings_kind_check,
  add constraint mailings_kind_check check (kind in ('import', 'bulk', 'retry', 'reminder', 'resend', 'created'));
create index mailings_round on mailings (round_id);
drop index mailings_many;
create index mailings_many on mailings (id) where kind in ('import', 'bulk', 'retry', 'reminder');

-- Clients who must not be asked.
alter table clients
  add column excused_reason text check (excused_reason in ('deceased', 'left', 'declined', 'other')),
  add column excused_at timestamptz(3),
  add column excused_by text,
  add column excused_note text;

-- Reminders have their own letter.
alter table templates add column reminder_of text unique references templates on delete cascade;

insert into templates (id, reminder_of, name, subject, "textContent", greeting, "mainMessage", "addressLabel", "buttonText", "footerMessage", signature)
select id || '-reminder', id, name || ', reminder',
  'Reminder: please confirm your address',
  '',
  'Dear {{first_name}} {{last_name}},',
  'We wrote to you about the address we have for you, and have not had your answer yet. '
    || 'Please tell us by {{due_date}} whether it is still right. It takes a minute.',
  'Current Address:',
  'Confirm My Address',
  'If you would rather talk to us, please call our office.',
  'With kind regards,'
from templates;

insert into template_versions
select id, version, updated_at, name, subject, "textContent", greeting, "mainMessage", "addressLabel", "buttonText", "footerMessage", signature
from templates where reminder_of is not null;

-- An answer may be dated back: a closed round shows those that were recorded before its close.
alter table answers add column recorded_at timestamptz(3) not null default now();
