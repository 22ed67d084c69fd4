-- Addresses whose reader is a wrong person: no mail goes there, whatever becomes of the client (decision 64).
create table wrong_persons (
  email text primary key check (email = lower(email)),
  reported jsonb not null
);
insert into wrong_persons
select distinct on (1) lower(r->>'email'), r
from (select reported from clients union all select client->'reported' from trashed_clients) all_of(r)
where r->>'kind' = 'wrong_person' order by 1, r->>'at' desc;
-- A later report has replaced these. After “That Was a Mistake” an address may be mailed.
insert into wrong_persons
select distinct on (1) lower(email), jsonb_build_object('kind', 'wrong_person', 'email', email, 'name', null,
  'phone_number', null, 'died_on', null, 'at', to_char(timestamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
from (select client_id, id, timestamp, new_data::jsonb->>'said' as email from changes where action = 'wrong_person') c
where email like '%@%' and not exists (
  select from changes e where e.client_id = c.client_id and e.action = 'report_ended' and e.id > c.id)
order by 1, timestamp desc
on conflict do nothing;
drop index trashed_clients_wrong_person;
