-- Addresses whose reader is a wrong person: no mail goes there, whatever becomes of the client (decision 64).
create table wrong_persons (
  email text primary key check (email = lower(email)),
  reported jsonb not null
);
insert into wrong_persons
select distinct on (1) lower(r->>'email'), r
from (select reported from clients union all select client->'reported' from trashed_clients) all_of(r)
where r->>'kind' = 'wrong_person' order by 1, r->>'at' desc;
drop index trashed_clients_wrong_person;
