-- The same for recipients of a mailing who share address, letter and language: the smallest id of these clients.
-- Null: nobody shares.
alter table messages add column household bigint;
-- The message whose email this one went out in; null: one of its own.
alter table messages add column leader_id bigint;
create index messages_household on messages (mailing_id, household, id) where household is not null;
create index messages_household_waiting on messages (mailing_id, household, id)
  where household is not null and state in ('queued', 'sending');
