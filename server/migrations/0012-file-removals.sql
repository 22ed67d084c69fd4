-- Keys in the store whose bytes are removed from `due_at` on: an upload that got no row, or a deleted file.
create table file_removals (
  key text primary key,
  due_at timestamptz(3) not null
);
create index file_removals_due on file_removals (due_at);

create function note_removed_file() returns trigger language plpgsql as $$
begin
  insert into file_removals (key, due_at) values (old.key, 'epoch');
  return null;
end $$;
create trigger attachments_removed after delete on attachments
  for each row execute function note_removed_file();

drop table database_id;
