CREATE OR REPLACE FUNCTION public.order_events_to_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM webhook_event_record('order.' || NEW.act, NEW.order_id, NEW.amount_cents);
  RETURN NULL;
END
$function$;

CREATE TRIGGER order_events_cancelled_to_webhook AFTER INSERT ON order_events FOR EACH ROW WHEN (new.act = 'cancelled'::text) EXECUTE FUNCTION order_events_to_webhook();

CREATE TRIGGER order_events_edited_to_webhook AFTER INSERT ON order_events FOR EACH ROW WHEN (new.act = 'edited'::text) EXECUTE FUNCTION order_events_to_webhook();

CREATE TRIGGER order_events_to_webhook AFTER INSERT ON order_events FOR EACH ROW WHEN (new.act = ANY (ARRAY['paid'::text, 'confirmed'::text, 'processed'::text, 'shipped'::text, 'delivered'::text, 'refunded'::text])) EXECUTE FUNCTION order_events_to_webhook();
