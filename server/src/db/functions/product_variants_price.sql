CREATE OR REPLACE FUNCTION public.product_variants_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM product_group_arrange(group_id) FROM product_variants WHERE product_id = NEW.id;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_variants_price AFTER UPDATE ON products FOR EACH ROW WHEN (old.price_cents IS DISTINCT FROM new.price_cents OR old.brand_id IS DISTINCT FROM new.brand_id OR old.category_id IS DISTINCT FROM new.category_id) EXECUTE FUNCTION product_variants_price();
