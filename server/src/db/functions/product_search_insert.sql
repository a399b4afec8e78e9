CREATE OR REPLACE FUNCTION public.product_search_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO product_search (product_id, is_sold_out, created_at, lexemes)
  SELECT p.id, p.count_in_stock = 0, p.created_at, search_document(p.name, category_names(c.id), b.name, search_description(p.description, p.is_markdown), p.variant_label)
  FROM added p JOIN brands b ON b.id = p.brand_id JOIN categories c ON c.id = p.category_id
  WHERE p.published_at IS NOT NULL AND p.deleted_at IS NULL;
  PERFORM search_learn(ARRAY(
    SELECT DISTINCT part FROM added p, unnest(ARRAY[p.search_name, search_description(p.description, p.is_markdown), p.variant_label]) AS part
    WHERE p.published_at IS NOT NULL AND p.deleted_at IS NULL
  ));
  RETURN NULL;
END
$function$;

CREATE TRIGGER product_search_insert AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION product_search_insert();
