CREATE OR REPLACE FUNCTION public.product_image_ids(changes jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT ARRAY(
    SELECT DISTINCT (regexp_matches(
      coalesce((changes->'image')::text, '') || coalesce((changes->'moreImages')::text, ''), '[0-9a-f]{8}-[0-9a-f-]{27}', 'g'
    ))[1]
  )
$function$;
