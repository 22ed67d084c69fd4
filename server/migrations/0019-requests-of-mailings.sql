-- What the request with request_id asked for. Null in mailings of before: their requests are not repeated.
alter table mailings add column request text;
