-- What the request with request_id asked for. Null in older mailings, whose requests are not repeated.
alter table mailings add column request text;
