CREATE OR REPLACE FUNCTION public.search_learn(texts text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;
