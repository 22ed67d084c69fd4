-- One row since sending was first paused. A null reason: it was resumed (decision 39).
create table sending_pause (
  singleton boolean primary key default true check (singleton),
  reason text,
  resumed_at timestamptz
);
