CREATE OR REPLACE FUNCTION public.search_is_stop_word(word text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT ts_lexize('pg_catalog.english_stem', word) = '{}'
$function$;
