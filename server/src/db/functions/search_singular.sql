CREATE OR REPLACE FUNCTION public.search_singular(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN word ~ '[^su]s$' AND length(word) > 3 THEN left(word, -1) ELSE word END
$function$;
