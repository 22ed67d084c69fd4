-- Clients who were merged into another one. Their answers, changes, emails, calls and files keep their ids and belong to
-- that client's story. The row stays when the client has left the trash, so that imports know the former number.
create table merged_clients (
  client_id bigint primary key,
  client_number text not null,
  into_id bigint not null,
  merged_at timestamptz(3) not null,
  -- The kept client before and after, and the round that it joined by the merge.
  undo jsonb not null
);
create index merged_clients_into on merged_clients (into_id);
create index merged_clients_number on merged_clients (client_number);

-- Each merged client with the client that it was merged into, with the one that this was merged into, and so on.
create view merged_stories as
  with recursive story as (
    select client_id, into_id as root_id from merged_clients
    union all
    select s.client_id, m.into_id from story s join merged_clients m on m.client_id = s.root_id)
  select client_id, root_id from story;

alter table changes
  drop constraint changes_action_check,
  add constraint changes_action_check check (action in ('created', 'updated', 'confirmed', 'deleted', 'file_uploaded',
    'file_deleted', 'email_confirmed', 'disputed', 'dispute_ended', 'restored', 'merged', 'merge_undone'));
