CREATE OR REPLACE FUNCTION public.product_prices_record()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  at timestamptz := clock_timestamp();
BEGIN
  IF OLD.published_at IS NOT NULL AND OLD.deleted_at IS NULL THEN
    UPDATE product_prices SET ended_at = at WHERE product_id = OLD.id AND ended_at IS NULL;
    IF NOT FOUND THEN
      INSERT INTO product_prices (product_id, price_cents, began_at, ended_at)
      VALUES (OLD.id, OLD.price_cents, NULL, at);
    END IF;
  END IF;
  IF NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL THEN
    INSERT INTO product_prices (product_id, price_cents, began_at) VALUES (NEW.id, NEW.price_cents, at);
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_prices_record AFTER UPDATE OF price_cents, published_at, deleted_at ON products FOR EACH ROW WHEN (old.price_cents IS DISTINCT FROM new.price_cents OR (old.published_at IS NOT NULL AND old.deleted_at IS NULL) IS DISTINCT FROM (new.published_at IS NOT NULL AND new.deleted_at IS NULL)) EXECUTE FUNCTION product_prices_record();
