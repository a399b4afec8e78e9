CREATE OR REPLACE FUNCTION public.attention_to_matter()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF new.attention IS NULL THEN
    UPDATE order_matters SET resolved_at = now(), note = 'Resolved in the previous release'
    WHERE order_id = new.id AND kind = old.attention AND resolved_at IS NULL;
  ELSE
    INSERT INTO order_matters (id, order_id, kind, reference)
    VALUES (gen_random_uuid(), new.id, new.attention, 'attention')
    ON CONFLICT (order_id, kind, reference)
    DO UPDATE SET opened_at = now(), resolved_at = NULL, resolved_by = NULL, note = NULL;
  END IF;
  IF new.attention = 'refunded' THEN
    -- How much went back is read from the provider.
    UPDATE payments SET ask_again_at = now() WHERE order_id = new.id AND status = 'refunded';
  END IF;
  RETURN NULL;
END
$function$;

CREATE TRIGGER orders_attention_to_matter AFTER UPDATE OF attention ON orders FOR EACH ROW WHEN (new.attention IS DISTINCT FROM old.attention) EXECUTE FUNCTION attention_to_matter();
