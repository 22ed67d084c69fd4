-- A client who was merged asks for a new link by the former one.
create index trashed_clients_links on trashed_clients using gin (links jsonb_path_ops);
