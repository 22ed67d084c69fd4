-- Counts the saved edits of a round: none overwrites one that its author has not seen (decision 57).
alter table rounds add column version integer not null default 1;
