CREATE OR REPLACE FUNCTION public.search_keys(words text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN cardinality(words) = 1 THEN ARRAY[search_stem(words[1])] ELSE '{}' END
    || search_singular(array_to_string(words, ''))
$function$;
