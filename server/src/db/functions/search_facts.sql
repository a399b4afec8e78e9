CREATE OR REPLACE FUNCTION public.search_facts(product uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  SELECT ARRAY(
    SELECT DISTINCT lexeme FROM product_attributes a,
      unnest(search_field('A', search_words(search_plain(
        CASE WHEN lower(a.value) = 'yes' THEN a.name WHEN lower(a.value) IN ('no', 'none') THEN '' ELSE a.label END
      )))) AS lexeme
    WHERE a.product_id = product AND starts_with(lexeme COLLATE "C", 'A')
  )
$function$;
