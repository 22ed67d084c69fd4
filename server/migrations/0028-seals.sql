-- Seals of the evidence (decision 60). Each names a range of rows of one table that were there at `at`.
create table seals (
  seq bigint primary key,
  at timestamptz(3) not null,
  table_name text not null,
  from_id bigint not null,
  to_id bigint not null,
  count bigint not null,
  -- SHA-256 over the hash of the seal before and those of the rows, in hexadecimal digits.
  hash text not null
);
create index seals_table on seals (table_name, to_id);
create trigger seals_append_only before update or delete or truncate on seals
  for each statement execute function refuse_change();

-- A change record that was deleted leaves its hash, so that its seal still holds.
create table removed_changes (
  change_id bigint primary key,
  hash text not null,
  at timestamptz(3) not null,
  admin_email text not null
);

-- Messages are sealed in the order in which they were settled.
create sequence messages_settled;
alter table messages add column settled_seq bigint;
update messages set settled_seq = s.n
from (select id, row_number() over (order by settled_at, id) as n from messages where settled_at is not null) s
where messages.id = s.id;
select setval('messages_settled', coalesce((select max(settled_seq) from messages), 0) + 1, false);
create unique index messages_settled_seq on messages (settled_seq);

create function note_settled() returns trigger language plpgsql as $$
begin
  -- A refusal that was the server's own is taken back: the message waits again.
  new.settled_seq := case when new.settled_at is not null then nextval('messages_settled') end;
  return new;
end $$;
create trigger messages_settled_at_once before insert on messages for each row
  when (new.settled_at is not null and new.settled_seq is null) execute function note_settled();
create trigger messages_settled_later before update of settled_at on messages for each row
  when (new.settled_at is distinct from old.settled_at) execute function note_settled();

create table seal_checks (
  singleton boolean primary key default true check (singleton),
  at timestamptz(3) not null,
  -- What did not hold; null: all seals hold.
  problem text
);
