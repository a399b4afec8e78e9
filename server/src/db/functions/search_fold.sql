CREATE OR REPLACE FUNCTION public.search_fold(input text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN octet_length(input) = length(input) THEN lower(input COLLATE "pg_c_utf8") ELSE regexp_replace(
    replace(replace(replace(
      translate(lower(normalize(input, NFKD) COLLATE "pg_c_utf8"), 'øłđı', 'oldi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[\u0300-\u036f]', '', 'g') END
$function$;
