CREATE OR REPLACE FUNCTION public.webhook_event_record(event_type text, subject uuid, amount bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  INSERT INTO webhook_events (id, type, subject_id, amount_cents)
  SELECT gen_random_uuid(), event_type, subject, amount
  WHERE EXISTS (SELECT FROM webhook_endpoints WHERE is_enabled AND event_type = ANY (events));
$function$;
