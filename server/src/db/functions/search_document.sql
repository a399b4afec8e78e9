CREATE OR REPLACE FUNCTION public.search_document(name text, category text, brand text, description text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  plain_name text := search_plain(name);
  name_words text[] := search_words(plain_name);
  plain_text text := search_plain(description);
  head text := search_head(plain_name);
  lexemes text[];
BEGIN
  lexemes := search_field('N', name_words) || search_field('C', search_words(search_plain(category)))
    || search_field('B', search_words(search_plain(brand)))
    || ARRAY['F' || name_words[1], 'F' || search_stem(name_words[1]), 'H' || head, 'H' || search_stem(head)];
  -- PostgreSQL's own parser knows words, and would split sizes in its own way.
  lexemes := lexemes || tsvector_to_array(
    to_tsvector('pg_catalog.english', regexp_replace(plain_text COLLATE "pg_c_utf8", '[^[:alpha:]]+', ' ', 'g'))
  );
  IF plain_text ~ '\d' THEN
    lexemes := lexemes || ARRAY(
      SELECT form FROM unnest(search_words(plain_text)) AS word, unnest(ARRAY[word, search_number(word)]) AS form
      WHERE word ~ '\d'
    );
  END IF;
  lexemes := lexemes || ARRAY(
    SELECT pair[1] || search_singular(pair[2])
    FROM regexp_matches(plain_text COLLATE "pg_c_utf8", '([[:alnum:]]+)[-/]([[:alnum:]]+)', 'g') AS pair
  );
  IF plain_text ~ '[\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]' THEN
    lexemes := lexemes || ARRAY(
      SELECT part FROM unnest(search_words(plain_text)) AS word, unnest(search_parts(word, 1) || ARRAY[word]) AS part
      WHERE word ~ '[\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]'
    );
  END IF;
  RETURN array_to_tsvector(array_remove(lexemes, NULL));
END
$function$;

CREATE OR REPLACE FUNCTION public.search_document(name text, category text, brand text, description text, variant text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN variant = '' THEN search_document(name, category, brand, description)
    ELSE array_to_tsvector(tsvector_to_array(search_document(name, category, brand, description))
      || search_field('N', search_words(search_plain(variant)))) END
$function$;
