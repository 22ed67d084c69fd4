-- The answer that closed a link: the same one sent again is no second answer. Null for an answer by other means.
alter table verification_links add column answer_hash text;

-- A client may ask for a new link; such an email belongs to no round.
alter table mailings
  drop constraint mailings_kind_check,
  add constraint mailings_kind_check
    check (kind in ('import', 'bulk', 'retry', 'reminder', 'resend', 'created', 'new_link'));
