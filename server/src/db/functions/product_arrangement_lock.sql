CREATE OR REPLACE FUNCTION public.product_arrangement_lock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM product_groups g JOIN product_variants v ON v.group_id = g.id WHERE v.product_id = NEW.id
  FOR NO KEY UPDATE OF g;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_arrangement_lock AFTER UPDATE ON products FOR EACH ROW WHEN ((old.published_at IS NULL OR old.deleted_at IS NOT NULL) IS DISTINCT FROM (new.published_at IS NULL OR new.deleted_at IS NOT NULL) OR old.price_cents IS DISTINCT FROM new.price_cents OR old.brand_id IS DISTINCT FROM new.brand_id OR old.category_id IS DISTINCT FROM new.category_id) EXECUTE FUNCTION product_arrangement_lock();
