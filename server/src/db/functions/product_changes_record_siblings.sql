CREATE OR REPLACE FUNCTION public.product_changes_record_siblings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO product_changes (product_id, affects, affects_ranking)
  SELECT other.product_id, '{}', false
  FROM product_siblings own JOIN product_siblings other ON other.group_id = own.group_id
  WHERE own.product_id = NEW.id AND other.product_id <> NEW.id;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_changes_record_siblings AFTER UPDATE OF published_at, deleted_at ON products FOR EACH ROW WHEN ((old.published_at IS NULL OR old.deleted_at IS NOT NULL) IS DISTINCT FROM (new.published_at IS NULL OR new.deleted_at IS NOT NULL)) EXECUTE FUNCTION product_changes_record_siblings();
