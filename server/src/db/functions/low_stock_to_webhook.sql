CREATE OR REPLACE FUNCTION public.low_stock_to_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM webhook_event_record('stock.low', NEW.id, NULL);
  RETURN NULL;
END
$function$;

CREATE TRIGGER low_stock_to_webhook AFTER UPDATE OF count_in_stock ON products FOR EACH ROW WHEN (old.count_in_stock > 5 AND new.count_in_stock <= 5 AND new.published_at IS NOT NULL AND new.deleted_at IS NULL) EXECUTE FUNCTION low_stock_to_webhook();
