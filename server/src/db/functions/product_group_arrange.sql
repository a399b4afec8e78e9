CREATE OR REPLACE FUNCTION public.product_group_arrange(arranged uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  WITH placed AS (
    SELECT f.product_id, (row_number() OVER by_place - 1)::smallint AS place,
      CASE WHEN row_number() OVER by_place = 1 THEN min(f.price_cents) OVER () END AS from_cents,
      row_number() OVER (
        PARTITION BY f.brand_number, f.category_number, f.price_cents
        ORDER BY v.product_id = g.default_product_id DESC NULLS LAST, v.position
      ) > 1 AS is_alike
    FROM product_variants v JOIN product_groups g ON g.id = v.group_id JOIN product_facets f ON f.product_id = v.product_id
    WHERE v.group_id = arranged
    WINDOW by_place AS (ORDER BY v.product_id = g.default_product_id DESC NULLS LAST, v.position)
  ), searched AS (
    UPDATE product_search s SET group_id = arranged, place = placed.place FROM placed
    WHERE s.product_id = placed.product_id AND (s.group_id, s.place) IS DISTINCT FROM (arranged, placed.place)
  )
  UPDATE product_facets f
  SET group_id = arranged, place = placed.place, from_cents = placed.from_cents, is_alike = placed.is_alike FROM placed
  WHERE f.product_id = placed.product_id AND (f.group_id, f.place, f.from_cents, f.is_alike)
    IS DISTINCT FROM (arranged, placed.place, placed.from_cents, placed.is_alike);
END
$function$;
