-- What a link's holder said who is not the client (decision 64).
alter table clients
  -- {kind, at, email, name, phone_number, died_on}; `email` got the link.
  add column reported jsonb,
  -- Why no mail goes out. A wrong person's address counts only while mail would go there.
  add column reported_as text generated always as (case
    when reported->>'kind' = 'died' then 'reported_deceased'
    when lower(reported->>'email') = lower(mail_to) then 'wrong_person' end) stored;
create index clients_reported on clients (id) where reported_as is not null;

-- Who answered for the client by link: {name, relation}.
alter table answers add column answered_by jsonb;

-- Adds to the list, which other migrations add to as well.
do $$ begin
  execute (select format('alter table changes drop constraint changes_action_check,
      add constraint changes_action_check check (%s or action in (''wrong_person'', ''reported_deceased'', ''report_ended''))',
      pg_get_expr(conbin, conrelid))
    from pg_constraint where conname = 'changes_action_check' and conrelid = 'changes'::regclass);
end $$;
