ALTER TABLE "search_vocabulary" ADD COLUMN "unused_since" timestamp with time zone;
--> statement-breakpoint
-- The words that texts bring to the vocabulary, with their stems: those of letters, and two with a hyphen as one.
CREATE FUNCTION search_learnable(texts text[]) RETURNS TABLE (word text, lexeme text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH plains AS MATERIALIZED (SELECT search_plain(part) AS plain FROM unnest(texts) AS part)
  SELECT DISTINCT ON (found.word) found.word, coalesce(found.lexeme, search_stem(found.word)) FROM (
    SELECT split.word, NULL AS lexeme FROM plains, unnest(search_words(plain)) AS split (word)
    UNION ALL
    SELECT pair[1] || pair[2], pair[1] || search_singular(pair[2])
    FROM plains, regexp_matches(plain COLLATE "pg_c_utf8", '([[:alnum:]]+)[-/]([[:alnum:]]+)', 'g') AS pair
  ) AS found
  WHERE length(found.word) BETWEEN 3 AND 40 AND found.word !~ '\d'
  ORDER BY found.word, found.lexeme NULLS FIRST
$$;
--> statement-breakpoint
-- Words in their order, so that two writers who bring the same ones wait for each other and not in a circle. A word that
-- is about to be deleted is kept first: its deletion ends before or waits, so that the word is there in either case.
CREATE OR REPLACE FUNCTION search_learn(texts text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  words text[];
  lexemes text[];
BEGIN
  SELECT array_agg(word ORDER BY word), array_agg(lexeme ORDER BY word) INTO words, lexemes FROM search_learnable(texts);
  UPDATE search_vocabulary v SET unused_since = NULL FROM (
    SELECT word FROM search_vocabulary WHERE word = ANY (words) AND unused_since IS NOT NULL ORDER BY word FOR UPDATE
  ) AS unused WHERE v.word = unused.word;
  INSERT INTO search_vocabulary (word, lexeme)
  SELECT word, lexeme FROM unnest(words, lexemes) AS found (word, lexeme) ORDER BY word
  ON CONFLICT DO NOTHING;
END
$$;
--> statement-breakpoint
-- The images that a change of a product names: what an undo of it puts back.
CREATE FUNCTION product_image_ids(changes jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(
    SELECT DISTINCT (regexp_matches(
      coalesce((changes->'image')::text, '') || coalesce((changes->'moreImages')::text, ''), '[0-9a-f]{8}-[0-9a-f-]{27}', 'g'
    ))[1]
  )
$$;
--> statement-breakpoint
-- safe because only releases before search_vocabulary read these words, and they find without new ones
DROP TRIGGER products_teach_words ON products;
--> statement-breakpoint
-- safe because only releases before search_vocabulary read these words, and they find without new ones
DROP TRIGGER product_teaches_words ON products;
--> statement-breakpoint
-- safe because nothing calls it without the triggers above
DROP FUNCTION products_teach_words();
--> statement-breakpoint
-- safe because nothing calls it without the triggers above
DROP FUNCTION product_teaches_words();
--> statement-breakpoint
-- safe because nothing calls it without the triggers above
DROP FUNCTION search_words_learn(text[]);
