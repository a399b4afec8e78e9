CREATE OR REPLACE FUNCTION public.product_variants_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE product_facets first SET from_cents = lowest.cents
  FROM product_facets own, LATERAL (SELECT min(price_cents) AS cents FROM product_facets WHERE group_id = own.group_id) AS lowest
  WHERE own.product_id = NEW.id AND first.group_id = own.group_id AND first.place = 0
    AND first.from_cents IS DISTINCT FROM lowest.cents;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_variants_price AFTER UPDATE OF price_cents ON products FOR EACH ROW WHEN (old.price_cents IS DISTINCT FROM new.price_cents) EXECUTE FUNCTION product_variants_price();
