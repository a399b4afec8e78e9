CREATE OR REPLACE FUNCTION public.product_history_add(product uuid, changed jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  edit uuid;
  merged jsonb;
BEGIN
  IF changed = '{}' OR current_setting('shop.product_history', true) = 'off' THEN
    RETURN;
  END IF;
  edit := product_edit_id();
  INSERT INTO product_history AS h (product_id, edit_id, changes) VALUES (product, edit, changed)
  ON CONFLICT (edit_id, product_id) DO UPDATE
  SET changes = product_history_merge(h.changes, excluded.changes), recorded_at = clock_timestamp()
  RETURNING changes INTO merged;
  IF merged = '{}' THEN
    DELETE FROM product_history WHERE edit_id = edit AND product_id = product;
  END IF;
END
$function$;
