-- The logo that the office chose in the browser: at most one row. The settings hold its hash.
create table firm_logo (
  hash text primary key,
  type text not null,
  bytes bytea not null
);
