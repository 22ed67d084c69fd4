-- What the office has set in the browser, by the name of its variable in the environment.
create table settings (
  name text primary key,
  value text not null
);

-- When and by whom a section of the settings was saved last.
create table settings_saved (
  section text primary key,
  at timestamptz not null,
  admin_email text not null
);
