CREATE OR REPLACE FUNCTION public.search_parts(word text, shortest integer)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN octet_length(word) = length(word) OR word !~ '^[\u0e00-\u0e7f\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+$' THEN '{}' ELSE ARRAY(
    SELECT substr(word, place, size) FROM generate_series(1, length(word)) AS place, generate_series(shortest, 2) AS size
    WHERE place + size <= length(word) + 1
  ) END
$function$;
