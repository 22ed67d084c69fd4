-- Unanswered clients who were chosen for a letter of a round but may not be emailed. A message makes the others members.
create table round_members (
  round_id bigint not null references rounds,
  client_id bigint not null references clients on delete cascade,
  primary key (round_id, client_id)
);
create index round_members_client on round_members (client_id);

insert into round_members
select r.id, c.id from rounds r, clients c
where r.closed_at is null and c.status = 'pending' and (c.email = '' or c.excused_reason is not null)
  and c.created_at <= (select max(created_at) from mailings where round_id = r.id and kind in ('import', 'bulk'));
