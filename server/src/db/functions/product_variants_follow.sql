CREATE OR REPLACE FUNCTION public.product_variants_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM product_group_arrange(group_id) FROM product_variants WHERE product_id = NEW.id;
  INSERT INTO product_changes (product_id, affects_ranking)
  SELECT other.product_id, true FROM product_variants own JOIN product_variants other ON other.group_id = own.group_id
  WHERE own.product_id = NEW.id AND other.product_id <> NEW.id;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_variants_follow AFTER UPDATE OF published_at, deleted_at ON products FOR EACH ROW WHEN ((old.published_at IS NULL OR old.deleted_at IS NOT NULL) IS DISTINCT FROM (new.published_at IS NULL OR new.deleted_at IS NOT NULL)) EXECUTE FUNCTION product_variants_follow();
