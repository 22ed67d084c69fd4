-- A planned round starts at started_at. It is not open until then.
alter table rounds
  add column planned boolean not null default false,
  -- Why it waits for the office at its hour.
  add column held text check (held in ('confirm', 'late', 'more', 'nobody', 'round_open')),
  -- Who gets the first letter: {ids or filter, total, leaveOutDays}; null: nobody by itself.
  add column asks jsonb,
  -- Its close makes the next plan.
  add column repeats boolean not null default false,
  add check (planned or held is null),
  add check (not planned or asks is not null and closed_at is null);

drop index rounds_open;
create unique index rounds_open on rounds ((true)) where closed_at is null and not planned;
