CREATE OR REPLACE FUNCTION public.product_search_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.published_at IS NULL OR NEW.deleted_at IS NOT NULL THEN
    DELETE FROM product_search WHERE product_id = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO product_search (product_id, is_sold_out, created_at, lexemes)
  SELECT NEW.id, NEW.count_in_stock = 0, NEW.created_at, search_with_codes(search_document(NEW.name, category_names(c.id), b.name, search_description(NEW.description, NEW.is_markdown), NEW.variant_label), NEW.id)
  FROM brands b, categories c WHERE b.id = NEW.brand_id AND c.id = NEW.category_id
  ON CONFLICT (product_id) DO UPDATE
  SET is_sold_out = excluded.is_sold_out, created_at = excluded.created_at, lexemes = excluded.lexemes;
  PERFORM search_learn(ARRAY[NEW.search_name, search_description(NEW.description, NEW.is_markdown), NEW.variant_label]);
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_search_update AFTER UPDATE OF name, description, brand_id, category_id, search_text, created_at, published_at, deleted_at, variant_label ON products FOR EACH ROW WHEN ((old.published_at IS NOT NULL AND old.deleted_at IS NULL) IS DISTINCT FROM (new.published_at IS NOT NULL AND new.deleted_at IS NULL) OR new.published_at IS NOT NULL AND new.deleted_at IS NULL AND (old.search_text IS DISTINCT FROM new.search_text OR old.created_at IS DISTINCT FROM new.created_at)) EXECUTE FUNCTION product_search_update();
