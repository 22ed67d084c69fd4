-- One row at most: how the nightly backups went.
create table nightly_backup (
  singleton boolean primary key default true check (singleton),
  succeeded_at timestamptz(3),
  failed_at timestamptz(3),
  failure text
);

-- One row while the database is a restored copy that an administrator has not yet resumed.
create table restored_copy (
  singleton boolean primary key default true check (singleton),
  restored_at timestamptz(3) not null,
  backup_made_at timestamptz(3) not null,
  emails_canceled int not null
);
