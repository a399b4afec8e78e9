CREATE OR REPLACE FUNCTION public.search_description(description text, is_markdown boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN is_markdown THEN regexp_replace(description, '\]\([^)]*\)', ']', 'g') ELSE description END
$function$;
