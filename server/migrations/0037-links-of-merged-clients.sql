-- Finds a merged client's former link, by which the client asks for a new one.
create index trashed_clients_links on trashed_clients using gin (links jsonb_path_ops);
