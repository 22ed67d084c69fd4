-- The firm's own columns. A client's values are in `clients.own`, by the column's id; an empty value has no key.
create table own_columns (
  id int generated always as identity primary key,
  name text not null,
  -- In letters: {{own.key}}. It stays when the column gets another name.
  key text not null unique,
  kind text not null check (kind in ('text', 'date', 'choice', 'administrator')),
  choices jsonb not null default '[]',
  -- Whether the search of the list finds its values.
  searchable boolean not null default false,
  position int not null
);
create unique index own_columns_name on own_columns (lower(name));

alter table clients
  drop column search_text,
  add column own jsonb not null default '{}',
  add column own_search text not null default '';
alter table clients add column search_text text not null generated always as (search_fold(
  first_name || ' ' || last_name || ' ' || client_number || ' ' || email || ' ' || address || ' ' || city || ' ' ||
  zip_code || ' ' || replace(phone_number, ' ', '') || ' ' || replace(coalesce(alt_number, ''), ' ', '') || ' ' ||
  own_search)) stored;
create index clients_search on clients using gin (search_text gin_trgm_ops);
-- A firm without own columns writes nothing into it.
create index clients_own on clients using gin (own jsonb_path_ops) where own <> '{}';

create function keep_own_search() returns trigger language plpgsql as $$
begin
  new.own_search := coalesce((select string_agg(new.own->>(id::text), ' ' order by id) from own_columns
    where searchable and new.own ? (id::text)), '');
  return new;
end $$;
create trigger clients_own_inserted before insert on clients for each row
  when (new.own <> '{}') execute function keep_own_search();
create trigger clients_own_updated before update of own on clients for each row
  when (new.own <> '{}' or old.own <> '{}') execute function keep_own_search();
