-- A round keeps these when a client is deleted: who excused it, when and why, and the emails that it was sent.
alter table round_clients
  add column emails jsonb,
  add column excused_at timestamptz(3),
  add column excused_by text,
  add column excused_note text;

update round_clients k
set excused_at = c.excused_at, excused_by = c.excused_by, excused_note = c.excused_note
from clients c, rounds r
where c.id = k.client_id and r.id = k.round_id and k.state = 'excused' and c.excused_at <= r.closed_at;
