-- The answer that closed a link: the same one sent again is no second answer. Null for an answer by other means.
alter table verification_links add column answer_hash text;
