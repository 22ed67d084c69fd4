-- What the office has done about answers that changed something (decision 61). One answer may have several rows.
create table reviews (
  id bigint generated always as identity primary key,
  answer_id bigint not null,
  at timestamptz(3) not null,
  -- The address of that day; '' for 'earlier'.
  admin_email text not null,
  -- earlier: the answer came before there were reviews.
  outcome text not null check (outcome in ('taken_over', 'set_back', 'earlier')),
  -- The answer's fields that were set back.
  fields text[] not null default '{}',
  note text
);
create index reviews_answer on reviews (answer_id);
create trigger reviews_append_only before update or delete or truncate on reviews
  for each statement execute function refuse_change();

-- Told by `old` and `new`, which only a program can judge: for the order of the list.
alter table answers add column implausible boolean not null default false;

-- From now on `has_changes` means: an answer that changed something is not reviewed. Of earlier answers only the last one
-- of such a client is open.
create index clients_has_changes on clients (id) where has_changes;
with flagged as (
  select id from clients where has_changes
  union all select client_id from trashed_clients where (client->>'has_changes')::boolean
), told as (
  select id, id as client_id from flagged
  union all select id, s.client_id from flagged join merged_stories s on s.root_id = id
), last as (
  select max(a.id) as answer_id from told join answers a using (client_id)
  where a.result = 'updated' and a.old <> '{}' group by told.id
)
insert into reviews (answer_id, at, admin_email, outcome)
select id, now(), '', 'earlier' from answers
where result = 'updated' and old <> '{}' and id not in (select answer_id from last);

update clients c set has_changes = false where has_changes and not exists (
  select from answers a where a.result = 'updated' and a.old <> '{}' and (a.client_id = c.id
    or a.client_id in (select client_id from merged_stories where root_id = c.id)));
