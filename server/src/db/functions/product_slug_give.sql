CREATE OR REPLACE FUNCTION public.product_slug_give()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  wanted text := product_slug_of(NEW.name, NEW.variant_label);
  candidates text[] := ARRAY[wanted, wanted || '-2', wanted || '-3', wanted || '-' || right(NEW.id::text, 12)];
  chosen text;
BEGIN
  -- A name that makes the same slug keeps it.
  IF EXISTS (
    SELECT FROM product_slugs s WHERE s.product_id = NEW.id AND s.is_current AND s.slug = ANY (candidates)
  ) THEN RETURN NULL; END IF;
  FOREACH chosen IN ARRAY candidates LOOP
    -- What stood for another product, or stands for a deleted one, is free.
    INSERT INTO product_slugs AS held (slug, product_id, is_current) VALUES (chosen, NEW.id, false)
    ON CONFLICT (slug) DO UPDATE SET product_id = NEW.id, is_current = false
    WHERE held.product_id = NEW.id OR NOT held.is_current
      OR EXISTS (SELECT FROM products p WHERE p.id = held.product_id AND p.deleted_at IS NOT NULL);
    EXIT WHEN FOUND;
  END LOOP;
  UPDATE product_slugs SET is_current = false WHERE product_id = NEW.id AND is_current;
  UPDATE product_slugs SET is_current = true WHERE product_id = NEW.id AND slug = chosen;
  RETURN NULL;
END
$function$;

CREATE TRIGGER products_slug_on_insert AFTER INSERT ON products FOR EACH ROW WHEN (new.deleted_at IS NULL) EXECUTE FUNCTION product_slug_give();

CREATE TRIGGER products_slug_on_update AFTER UPDATE OF name, variant_label, deleted_at ON products FOR EACH ROW WHEN (new.deleted_at IS NULL AND (old.name IS DISTINCT FROM new.name OR old.variant_label IS DISTINCT FROM new.variant_label OR old.deleted_at IS NOT NULL)) EXECUTE FUNCTION product_slug_give();
