-- ISO 3166-1 alpha-2. Abroad, state and zip_code are free text and may be empty.
alter table clients add column country char(2) not null default 'US';
