CREATE OR REPLACE FUNCTION public.search_with_codes(document tsvector, product uuid)
 RETURNS tsvector
 LANGUAGE sql
 STABLE
AS $function$
  SELECT array_to_tsvector(ARRAY(
    SELECT lexeme FROM unnest(tsvector_to_array(document)) AS lexeme
    WHERE NOT starts_with(lexeme COLLATE "C", 'S') AND NOT starts_with(lexeme COLLATE "C", 'A')
    UNION
    SELECT 'S' || search_code(code) FROM product_trade t, unnest(ARRAY[t.sku, t.gtin, t.mpn]) AS code
    WHERE t.product_id = product AND search_code(code) <> ''
    UNION
    SELECT lexeme FROM unnest(search_facts(product)) AS lexeme
  ))
$function$;
