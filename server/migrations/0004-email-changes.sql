-- Until a client's new email is confirmed, mail goes to the former one, in `mail_to`. Columns of the client: whoever
-- sends mail reads them with the client's row, under its lock.
alter table clients
  add column mail_to text,
  -- Afterwards the office calls the client.
  add column confirm_by timestamptz(3),
  -- The client says: this answer was not me. No request goes out until the office has ended the dispute.
  add column disputed_at timestamptz(3),
  add column disputed_answer_id bigint,
  add constraint clients_confirm_check check ((mail_to is null) = (confirm_by is null)),
  add constraint clients_disputed_check check ((disputed_at is null) = (disputed_answer_id is null));

-- What a link is for, and the answer that it disputes.
alter table verification_links
  add column purpose text not null default 'answer' check (purpose in ('answer', 'confirm_email', 'not_me')),
  add column answer_id bigint;

-- A receipt or a confirmation keeps its address; other messages follow the client's. Neither has a template.
alter table messages
  add column purpose text not null default 'answer' check (purpose in ('answer', 'confirm_email', 'not_me')),
  add column answer_id bigint;

alter table mailings
  drop constraint mailings_kind_check,
  add constraint mailings_kind_check check (kind in
    ('import', 'bulk', 'retry', 'reminder', 'resend', 'created', 'new_link', 'receipt', 'confirm_email'));

alter table changes
  drop constraint changes_action_check,
  add constraint changes_action_check check (action in ('created', 'updated', 'confirmed', 'deleted', 'file_uploaded',
    'file_deleted', 'email_confirmed', 'disputed', 'dispute_ended'));
