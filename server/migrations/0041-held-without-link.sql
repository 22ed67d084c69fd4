alter table rounds
  drop constraint rounds_held_check,
  add constraint rounds_held_check check (held in ('confirm', 'late', 'more', 'no_link', 'nobody', 'round_open'));
