CREATE OR REPLACE FUNCTION public.product_facets_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.published_at IS NULL OR NEW.deleted_at IS NOT NULL THEN
    DELETE FROM product_facets WHERE product_id = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO product_facets
    (created_at, price_cents, num_reviews, sold_units, brand_number, category_number, rating, is_in_stock, product_id)
  SELECT NEW.created_at, NEW.price_cents, NEW.num_reviews,
    coalesce((SELECT units FROM product_sales WHERE product_id = NEW.id), 0),
    b.number, c.number, NEW.rating * 100, NEW.count_in_stock > 0, NEW.id
  FROM brands b, categories c WHERE b.id = NEW.brand_id AND c.id = NEW.category_id
  ON CONFLICT (product_id) DO UPDATE
  SET created_at = excluded.created_at, price_cents = excluded.price_cents, num_reviews = excluded.num_reviews,
    brand_number = excluded.brand_number, category_number = excluded.category_number, rating = excluded.rating,
    is_in_stock = excluded.is_in_stock;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_facets_update AFTER UPDATE ON products FOR EACH ROW WHEN ((old.published_at IS NULL) IS DISTINCT FROM (new.published_at IS NULL) OR (old.deleted_at IS NULL) IS DISTINCT FROM (new.deleted_at IS NULL) OR old.brand_id IS DISTINCT FROM new.brand_id OR old.category_id IS DISTINCT FROM new.category_id OR old.price_cents IS DISTINCT FROM new.price_cents OR old.rating_sum IS DISTINCT FROM new.rating_sum OR old.num_reviews IS DISTINCT FROM new.num_reviews OR (old.count_in_stock > 0) IS DISTINCT FROM (new.count_in_stock > 0) OR old.created_at IS DISTINCT FROM new.created_at) EXECUTE FUNCTION product_facets_update();
