CREATE OR REPLACE FUNCTION public.search_stem(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word)
$function$;
