CREATE OR REPLACE FUNCTION public.product_changes_record_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO product_changes (product_id, affects, affects_ranking)
  SELECT DISTINCT coalesce(other.product_id, r.product_id), '{}'::text[], false
  FROM order_items i JOIN reviews r ON r.product_id = i.product_id AND r.user_id = NEW.user_id
    LEFT JOIN product_variants own ON own.product_id = r.product_id
    LEFT JOIN product_variants other ON other.group_id = own.group_id
  WHERE i.order_id = NEW.id;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_changes_record_payment AFTER UPDATE OF paid_at ON orders FOR EACH ROW WHEN (old.paid_at IS DISTINCT FROM new.paid_at) EXECUTE FUNCTION product_changes_record_payment();
