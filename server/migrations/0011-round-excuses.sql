-- Who excused a client of a round, when and why: a round keeps it when the client is deleted.
alter table round_clients
  add column excused_at timestamptz(3),
  add column excused_by text,
  add column excused_note text;

update round_clients k
set excused_at = c.excused_at, excused_by = c.excused_by, excused_note = c.excused_note
from clients c, rounds r
where c.id = k.client_id and r.id = k.round_id and k.state = 'excused' and c.excused_at <= r.closed_at;
