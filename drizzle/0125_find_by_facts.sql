-- Names of languages with their signs are words, and a comma before one or two digits is that of a decimal. What is written
-- without spaces between words, in Chinese, Japanese or Thai, is apart from what is not, without marks over and below its signs.
CREATE OR REPLACE FUNCTION search_plain(input text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  plain text := search_fold(input) COLLATE "pg_c_utf8";
BEGIN
  plain := regexp_replace(plain, '([[:alnum:]])[''’‘`´]s\M', '\1', 'g');
  plain := regexp_replace(plain, '[’‘`´]|''(?!'')', '', 'g');
  IF octet_length(plain) <> length(plain) AND plain ~ '[\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]' THEN
    plain := regexp_replace(plain, '[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u3099\u309a]', '', 'g');
    plain := regexp_replace(plain, '([\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff])(?=[^\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff])', '\1 ', 'g');
    plain := regexp_replace(plain, '([^\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff])(?=[\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff])', '\1 ', 'g');
  END IF;
  plain := regexp_replace(plain, '\m([a-z])\+\+', '\1plusplus', 'g');
  plain := regexp_replace(plain, '\m([a-z])#', '\1sharp', 'g');
  IF plain !~ '\d' THEN
    RETURN regexp_replace(plain, '\m([a-z])-(?=[a-z]{2})', '\1', 'g');
  END IF;
  plain := regexp_replace(plain, '(\d),(?=\d{3}(\D|$))', '\1', 'g');
  plain := regexp_replace(plain, '(\d),(?=\d{1,2}(\D|$))', '\1.', 'g');
  plain := regexp_replace(plain, '(\d)\s*("|″|′′)', '\1inch ', 'g');
  plain := regexp_replace(plain, '(\d)[ -]*(inch(?:es)?|cm|mm|ft|feet|foot|m|ml|l|lit(?:er|re)s?|oz|ounces?|lbs?|pounds?|g|kg|grams?|w|watts?|wh|mah|v|volts?|hz|khz|gb|gigabytes?|tb|terabytes?|mb|mp|megapixels?|k|%|percent)(?![[:alnum:]%])', '\1\2 ', 'g');
  IF plain ~ '\d(inches|feet|foot|lit|oun|lbs|pou|gram|watt|volt|giga|tera|mega|perc)' THEN
    plain := regexp_replace(plain, '(\d)inches\M', '\1inch', 'g');
    plain := regexp_replace(plain, '(\d)(feet|foot)\M', '\1ft', 'g');
    plain := regexp_replace(plain, '(\d)lit(er|re)s?\M', '\1l', 'g');
    plain := regexp_replace(plain, '(\d)ounces?\M', '\1oz', 'g');
    plain := regexp_replace(plain, '(\d)(lbs|pounds?)\M', '\1lb', 'g');
    plain := regexp_replace(plain, '(\d)grams?\M', '\1g', 'g');
    plain := regexp_replace(plain, '(\d)watts?\M', '\1w', 'g');
    plain := regexp_replace(plain, '(\d)volts?\M', '\1v', 'g');
    plain := regexp_replace(plain, '(\d)(giga|tera)bytes?\M', '\1\2b', 'g');
    plain := regexp_replace(plain, '(\d)(g|t)(iga|era)b\M', '\1\2b', 'g');
    plain := regexp_replace(plain, '(\d)megapixels?\M', '\1mp', 'g');
    plain := regexp_replace(plain, '(\d)percent\M', '\1%', 'g');
  END IF;
  RETURN regexp_replace(plain, '\m([a-z])-(?=[a-z]{2})', '\1', 'g');
END
$function$;
--> statement-breakpoint
-- The signs and the pairs of neighbouring signs of a word that is written without spaces to the next; nothing for others.
CREATE FUNCTION search_parts(word text, shortest integer)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN octet_length(word) = length(word) OR word !~ '^[\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+$' THEN '{}' ELSE ARRAY(
    SELECT substr(word, place, size) FROM generate_series(1, length(word)) AS place, generate_series(shortest, 2) AS size
    WHERE place + size <= length(word) + 1
  ) END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_field(letter text, words text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(array_agg(mark || form), '{}')
  FROM (SELECT word, lead(word) OVER (ORDER BY place) AS next FROM unnest(words) WITH ORDINALITY AS w(word, place)) AS w,
    LATERAL unnest(ARRAY[word, search_stem(word), search_number(word), word || search_singular(next)] || CASE WHEN octet_length(word) = length(word) THEN '{}' ELSE search_parts(word, 1) END) AS form,
    unnest(ARRAY['', letter]) AS mark
  WHERE form IS NOT NULL
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_document(name text, category text, brand text, description text)
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
--> statement-breakpoint
-- The words of a product's facts. What is not so says nothing, and what is so is said by its name.
CREATE FUNCTION search_facts(product uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  SELECT ARRAY(
    SELECT DISTINCT lexeme FROM product_attributes a,
      unnest(search_field('A', search_words(search_plain(
        CASE WHEN lower(a.value) = 'yes' THEN a.name WHEN lower(a.value) IN ('no', 'none') THEN '' ELSE a.label END
      )))) AS lexeme
    WHERE a.product_id = product AND starts_with(lexeme COLLATE "C", 'A')
  )
$function$;
--> statement-breakpoint
-- With the product's codes and facts instead of those that the document has.
CREATE OR REPLACE FUNCTION search_with_codes(document tsvector, product uuid)
 RETURNS tsvector
 LANGUAGE sql
 STABLE
AS $function$
  SELECT array_to_tsvector(ARRAY(
    SELECT lexeme FROM unnest(tsvector_to_array(document)) AS lexeme
    WHERE NOT starts_with(lexeme COLLATE "C", 'S') AND NOT starts_with(lexeme COLLATE "C", 'A')
    UNION
    SELECT 'S' || search_code(code) FROM product_trade t, unnest(ARRAY[t.sku, t.gtin, t.mpn]) AS code
    WHERE t.product_id = product AND search_code(code) <> ''
    UNION
    SELECT lexeme FROM unnest(search_facts(product)) AS lexeme
  ))
$function$;
--> statement-breakpoint
CREATE FUNCTION product_search_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- By id, as all who lock several rows of products.
  PERFORM FROM product_search WHERE product_id IN (SELECT product_id FROM changed) ORDER BY product_id FOR UPDATE;
  UPDATE product_search s SET lexemes = written.lexemes FROM (
    SELECT product_id, search_with_codes(lexemes, product_id) AS lexemes FROM product_search
    WHERE product_id IN (SELECT product_id FROM changed) OFFSET 0
  ) AS written
  WHERE s.product_id = written.product_id AND s.lexemes IS DISTINCT FROM written.lexemes;
  IF TG_OP <> 'DELETE' THEN
    PERFORM search_learn(ARRAY(SELECT DISTINCT label FROM changed));
  END IF;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE TRIGGER product_search_facts_insert AFTER INSERT ON product_attributes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_search_facts();
--> statement-breakpoint
CREATE TRIGGER product_search_facts_update AFTER UPDATE ON product_attributes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_search_facts();
--> statement-breakpoint
CREATE TRIGGER product_search_facts_delete AFTER DELETE ON product_attributes
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_search_facts();
--> statement-breakpoint
-- Writes all rows anew. It can be called again and again; a row that is as it should be is left alone.
CREATE PROCEDURE product_search_refill()
 LANGUAGE plpgsql
AS $procedure$
DECLARE
  after uuid := '00000000-0000-0000-0000-000000000000';
  batch uuid[];
BEGIN
  LOOP
    -- The lock keeps a product as it is until its row is written.
    batch := ARRAY(SELECT id FROM products WHERE id > after ORDER BY id LIMIT 200 FOR SHARE);
    EXIT WHEN cardinality(batch) = 0;
    UPDATE product_search s SET lexemes = written.lexemes FROM (
      SELECT p.id, search_with_codes(search_document(p.name, category_names(c.id), b.name, search_description(p.description, p.is_markdown), p.variant_label), p.id) AS lexemes
      FROM products p JOIN brands b ON b.id = p.brand_id JOIN categories c ON c.id = p.category_id
      WHERE p.id = ANY (batch)
    ) AS written
    WHERE s.product_id = written.id AND s.lexemes IS DISTINCT FROM written.lexemes;
    PERFORM search_learn(ARRAY(SELECT DISTINCT label FROM product_attributes WHERE product_id = ANY (batch)));
    after := batch[cardinality(batch)];
    COMMIT;
  END LOOP;
END
$procedure$;
--> statement-breakpoint
-- Groups that the owner has changed stay as they are.
-- safe because it writes one row, which only the owner's own change could wait for.
UPDATE search_synonyms SET words = words || ARRAY['tee shirt', 'tee shirts'] WHERE version = 1 AND words = ARRAY['tee', 't-shirt', 'tshirt'];
--> statement-breakpoint
-- safe because it writes one row, which only the owner's own change could wait for.
UPDATE search_synonyms SET finds = ARRAY['projector', 'monitor']
WHERE version = 1 AND words = ARRAY['tv', 'television', 'telly'] AND finds = '{}';
--> statement-breakpoint
-- safe because it writes one row, which only the owner's own change could wait for.
UPDATE search_synonyms SET words = words || ARRAY['thermos', 'thermos flask', 'vacuum flask', 'water bottle']
WHERE version = 1 AND words = ARRAY['bottle', 'flask'];
--> statement-breakpoint
INSERT INTO search_synonyms (id, words, finds)
SELECT gen_random_uuid(), string_to_array(words, ', '), string_to_array(finds, ', ')
FROM (VALUES
  ('vinyl, vinyls, vinyl records, lp', 'turntable, record player'),
  ('photographer, photographers, photography, photo, photos, taking pictures, takes pictures', 'camera'),
  ('gamer, gamers, video games', 'gaming, gamepad, controller, console'),
  ('runner, runners, jogger, jogging', 'running'),
  ('movie, movies, film night, cinema, home cinema', 'projector'),
  ('audiophile, music lover', 'headphones, speaker, turntable'),
  ('writer, author', 'pen')
) AS seeded(words, finds);
