-- A sheet may give one of these addresses to another client (decision 64).
create index clients_wrong_person on clients (id) where reported->>'kind' = 'wrong_person';
create index trashed_clients_wrong_person on trashed_clients (client_id) where client->'reported'->>'kind' = 'wrong_person';
