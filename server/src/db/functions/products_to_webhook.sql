CREATE OR REPLACE FUNCTION public.products_to_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  is_visible constant boolean := NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL;
  was_visible boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    was_visible := OLD.published_at IS NOT NULL AND OLD.deleted_at IS NULL;
  END IF;
  IF is_visible OR was_visible THEN
    PERFORM webhook_event_record(
      CASE WHEN NOT was_visible THEN 'product.created' WHEN NOT is_visible THEN 'product.deleted' ELSE 'product.updated' END,
      NEW.id, NULL);
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER products_to_webhook_insert AFTER INSERT ON products FOR EACH ROW WHEN (new.published_at IS NOT NULL) EXECUTE FUNCTION products_to_webhook();

CREATE TRIGGER products_to_webhook_update AFTER UPDATE OF version, price_cents, published_at, deleted_at, variant_label ON products FOR EACH ROW WHEN (old.version IS DISTINCT FROM new.version OR old.price_cents IS DISTINCT FROM new.price_cents OR old.published_at IS DISTINCT FROM new.published_at OR old.deleted_at IS DISTINCT FROM new.deleted_at OR old.variant_label IS DISTINCT FROM new.variant_label) EXECUTE FUNCTION products_to_webhook();
