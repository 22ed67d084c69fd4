-- Counts a round's saved edits, so that none overwrites one that its author has not seen (decision 57).
alter table rounds add column version integer not null default 1;
