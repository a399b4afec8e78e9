CREATE OR REPLACE FUNCTION public.search_words(plain text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT array_remove(string_to_array(
    regexp_replace(
      regexp_replace(plain COLLATE "pg_c_utf8", '[^[:alnum:].%]|(?<!\d)[.%]|\.(?!\d)', ' ', 'g'),
      '(\S{60})\S+', '\1', 'g'
    ), ' '), '')
$function$;
