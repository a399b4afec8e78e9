CREATE OR REPLACE FUNCTION public.search_learnable(texts text[])
 RETURNS TABLE(word text, lexeme text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  WITH plains AS MATERIALIZED (SELECT search_plain(part) AS plain FROM unnest(texts) AS part)
  SELECT DISTINCT ON (found.word) found.word, coalesce(found.lexeme, search_stem(found.word)) FROM (
    SELECT split.word, NULL AS lexeme FROM plains, unnest(search_words(plain)) AS split (word)
    UNION ALL
    SELECT pair[1] || pair[2], pair[1] || search_singular(pair[2])
    FROM plains, regexp_matches(plain COLLATE "pg_c_utf8", '([[:alnum:]]+)[-/]([[:alnum:]]+)', 'g') AS pair
  ) AS found
  WHERE length(found.word) BETWEEN 3 AND 40 AND found.word !~ '\d'
  ORDER BY found.word, found.lexeme NULLS FIRST
$function$;
