CREATE OR REPLACE FUNCTION public.search_head(plain text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT word FROM unnest(search_words(regexp_replace(plain, '(.)(,|\(| - | – | (with|for|in|from|of|by) ).*$', '\1')))
    WITH ORDINALITY AS w(word, place)
  ORDER BY word !~ '^[[:alpha:]]{2,}$', place DESC LIMIT 1
$function$;
