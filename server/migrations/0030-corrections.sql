-- When an administrator last downloaded the corrections, so that the next download continues there.
create table corrections_downloads (
  admin_id uuid primary key references admins on delete cascade,
  at timestamptz(3) not null
);
