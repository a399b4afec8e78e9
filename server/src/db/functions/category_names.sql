CREATE OR REPLACE FUNCTION public.category_names(category uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT concat_ws(chr(31), own.name, above.name, top.name)
  FROM categories own LEFT JOIN categories above ON above.id = own.parent_id LEFT JOIN categories top ON top.id = above.parent_id
  WHERE own.id = category
$function$;
