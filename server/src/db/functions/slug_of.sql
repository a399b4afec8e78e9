CREATE OR REPLACE FUNCTION public.slug_of(name text, otherwise text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(nullif(btrim(regexp_replace(
    regexp_replace(search_fold(name) COLLATE "pg_c_utf8", '[''’‘`´]', '', 'g'), '[^[:alnum:]]+', '-', 'g'), '-'), ''), otherwise)
$function$;
