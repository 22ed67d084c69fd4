-- Case, accents, punctuation and the shape of apostrophes and dashes do not count in a search. A later change must also
-- recreate search_text. `normalize` and `translate` take ten times as long as the rest: few texts need them.
create function search_fold(words text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(words) = char_length(words) then
    words := lower(words);
  else
    words := lower(normalize(replace(words, '´', ''), NFKD));
    words := replace(replace(replace(words, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
    words := translate(words, 'øłđðıς', 'olddiσ');
  end if;
  -- Combining accents, apostrophes, quotation marks and dashes follow the punctuation of ASCII.
  return regexp_replace(words,
    '[-''"`.,;:()/#+=\u0300-\u036f\u02b9-\u02bf\u2010-\u201f\u2032-\u2037\u2212\u00ab\u00bb]', '', 'g');
end $$;

-- Phone numbers have no blanks.
alter table clients drop column search_text;
alter table clients add column search_text text not null generated always as (search_fold(
  first_name || ' ' || last_name || ' ' || client_number || ' ' || email || ' ' || address || ' ' || city || ' ' ||
  zip_code || ' ' || replace(phone_number, ' ', '') || ' ' || replace(coalesce(alt_number, ''), ' ', ''))) stored;
create index clients_search on clients using gin (search_text gin_trgm_ops);
