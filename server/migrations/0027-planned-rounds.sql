-- A planned round starts at started_at. It is not open until then.
alter table rounds
  add column planned boolean not null default false,
  -- The reason why the round waits for the office although it is due.
  add column held text check (held in ('confirm', 'late', 'more', 'nobody', 'round_open')),
  -- The recipients of the first letter: {ids or filter, total, leaveOutDays}; null: the start asks nobody.
  add column asks jsonb,
  -- The round's close plans the next one.
  add column repeats boolean not null default false,
  add check (planned or held is null),
  add check (not planned or asks is not null and closed_at is null);

drop index rounds_open;
create unique index rounds_open on rounds ((true)) where closed_at is null and not planned;
