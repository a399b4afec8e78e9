CREATE OR REPLACE FUNCTION public.product_facets_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO product_facets
    (created_at, price_cents, num_reviews, brand_number, category_number, rating, is_in_stock, product_id)
  SELECT p.created_at, p.price_cents, p.num_reviews, b.number, c.number, p.rating * 100, p.count_in_stock > 0, p.id
  FROM added p JOIN brands b ON b.id = p.brand_id JOIN categories c ON c.id = p.category_id
  WHERE p.published_at IS NOT NULL AND p.deleted_at IS NULL;
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_facets_insert AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION product_facets_insert();
