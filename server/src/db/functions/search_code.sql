CREATE OR REPLACE FUNCTION public.search_code(code text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT regexp_replace(search_plain(code) COLLATE "pg_c_utf8", '[^[:alnum:]]+', '', 'g')
$function$;
