-- Has one row once a mail server is set. From then on, letters in the outbox count as not sent (decision 24).
create table mail_server (
  singleton boolean primary key default true check (singleton)
);
