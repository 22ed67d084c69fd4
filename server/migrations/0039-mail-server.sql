-- One row since a mail server is set: letters that only the outbox has reached nobody (decision 24).
create table mail_server (
  singleton boolean primary key default true check (singleton)
);
