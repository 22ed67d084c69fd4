-- The logo that the office chose in the browser: at most one row. Its hash stands in the settings.
create table firm_logo (
  hash text primary key,
  type text not null,
  bytes bytea not null
);
