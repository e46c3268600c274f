-- Searches fold accents. What contacts and companies are searched by is already in lower case; processes write the folded form
-- from now on. Only rows with letters beyond ASCII change.
CREATE FUNCTION pg_temp.folded(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT normalize(
    translate(
      replace(replace(replace(replace(
        regexp_replace(normalize($1, NFKD), U&'[\0300-\036F\0591-\05C7\064B-\065F\0670]', '', 'g'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      'øđðłı', 'oddli'),
    NFC)
$$;

UPDATE contact SET search_text = pg_temp.folded(search_text)
  WHERE search_text ~ '[^\x01-\x7f]' AND search_text <> pg_temp.folded(search_text);
UPDATE company SET search_name = pg_temp.folded(search_name)
  WHERE search_name ~ '[^\x01-\x7f]' AND search_name <> pg_temp.folded(search_name);
