-- What a canceled mailing restores of clients that it had asked without an email (decision 44).
alter table round_members
  add column mailing_id bigint,
  add column status_before text;
create index round_members_mailing on round_members (mailing_id) where status_before is not null;
