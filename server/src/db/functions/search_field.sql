CREATE OR REPLACE FUNCTION public.search_field(letter text, words text[])
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
