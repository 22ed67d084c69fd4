-- The office's words about a client. No foreign key: like the history they stay when the client is deleted.
create table notes (
  id bigint generated always as identity primary key,
  client_id bigint not null,
  at timestamptz(3) not null,
  -- The author, by the address of that day.
  admin_email text not null,
  text text not null,
  edited_at timestamptz(3),
  -- A note is struck out, never deleted.
  struck_at timestamptz(3),
  struck_by text
);
create index notes_client on notes (client_id, id);

-- The first key, touch or scroll on the page of a link. Outlives the link.
create table link_opens (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  client_id bigint not null,
  at timestamptz(3) not null,
  on_phone boolean not null,
  -- Null: the link was made before links knew it.
  mailing_id bigint
);
create index link_opens_client on link_opens (client_id, id);
create index link_opens_at on link_opens (at);
alter table verification_links add column mailing_id bigint;

-- Records of the history that an administrator has deleted.
create table history_removals (
  id bigint generated always as identity primary key,
  client_id bigint not null,
  at timestamptz(3) not null,
  admin_email text not null,
  count int not null,
  -- When the first and the last of them were made.
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null
);
create index history_removals_client on history_removals (client_id, id);

create index calls_of_client on calls (client_id, id);

-- The answer that a change belongs to, or the import and its row. An undo of the import has no row.
alter table changes add column answer_id bigint, add column import_id uuid, add column import_row int;
update changes c set answer_id = a.id from answers a
where a.client_id = c.client_id and a.recorded_at = c.timestamp and c.action in ('confirmed', 'updated')
  and a.admin is not distinct from c.admin_email;
create index changes_answer on changes (answer_id) where answer_id is not null;
