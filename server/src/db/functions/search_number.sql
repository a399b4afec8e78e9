CREATE OR REPLACE FUNCTION public.search_number(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT substring(word FROM '^(\d+(?:\.\d+)?)[a-z%]+$')
$function$;
