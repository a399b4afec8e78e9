CREATE OR REPLACE FUNCTION public.product_search_matches(condition tsquery)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE ROWS 500
 SET enable_seqscan TO 'off'
AS $function$
  SELECT product_id FROM product_search WHERE lexemes @@ condition
$function$;
