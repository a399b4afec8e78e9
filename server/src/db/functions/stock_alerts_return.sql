CREATE OR REPLACE FUNCTION public.stock_alerts_return()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE stock_alerts SET returned_at = clock_timestamp()
  WHERE product_id = NEW.id AND confirmed_at IS NOT NULL AND returned_at IS NULL;
  RETURN NULL;
END
$function$;

CREATE TRIGGER stock_alerts_on_return AFTER UPDATE OF count_in_stock, published_at, deleted_at ON products FOR EACH ROW WHEN (new.count_in_stock > 0 AND new.published_at IS NOT NULL AND new.deleted_at IS NULL AND NOT (old.count_in_stock > 0 AND old.published_at IS NOT NULL AND old.deleted_at IS NULL)) EXECUTE FUNCTION stock_alerts_return();
