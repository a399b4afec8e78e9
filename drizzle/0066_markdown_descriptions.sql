ALTER TABLE "products" ADD COLUMN "is_markdown" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- What a search reads of a description: of Markdown without the addresses of its links.
CREATE FUNCTION search_description(description text, is_markdown boolean) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN is_markdown THEN regexp_replace(description, '\]\([^)]*\)', ']', 'g') ELSE description END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_search_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO product_search (product_id, is_sold_out, created_at, lexemes)
  SELECT p.id, p.count_in_stock = 0, p.created_at, search_document(p.name, c.name, b.name, search_description(p.description, p.is_markdown), p.variant_label)
  FROM added p JOIN brands b ON b.id = p.brand_id JOIN categories c ON c.id = p.category_id
  WHERE p.published_at IS NOT NULL AND p.deleted_at IS NULL;
  PERFORM search_learn(ARRAY(
    SELECT DISTINCT part FROM added p, unnest(ARRAY[p.search_name, search_description(p.description, p.is_markdown), p.variant_label]) AS part
    WHERE p.published_at IS NOT NULL AND p.deleted_at IS NULL
  ));
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_search_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.published_at IS NULL OR NEW.deleted_at IS NOT NULL THEN
    DELETE FROM product_search WHERE product_id = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO product_search (product_id, is_sold_out, created_at, lexemes)
  SELECT NEW.id, NEW.count_in_stock = 0, NEW.created_at, search_with_codes(search_document(NEW.name, c.name, b.name, search_description(NEW.description, NEW.is_markdown), NEW.variant_label), NEW.id)
  FROM brands b, categories c WHERE b.id = NEW.brand_id AND c.id = NEW.category_id
  ON CONFLICT (product_id) DO UPDATE
  SET is_sold_out = excluded.is_sold_out, created_at = excluded.created_at, lexemes = excluded.lexemes;
  PERFORM search_learn(ARRAY[NEW.search_name, search_description(NEW.description, NEW.is_markdown), NEW.variant_label]);
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE PROCEDURE product_search_fill()
 LANGUAGE plpgsql
AS $procedure$
DECLARE
  after uuid := '00000000-0000-0000-0000-000000000000';
  batch uuid[];
BEGIN
  LOOP
    -- The lock keeps a product as it is until its row is there for the triggers to change.
    batch := ARRAY(SELECT id FROM products WHERE id > after ORDER BY id LIMIT 200 FOR SHARE);
    EXIT WHEN cardinality(batch) = 0;
    INSERT INTO product_search (product_id, is_sold_out, created_at, lexemes)
    SELECT p.id, p.count_in_stock = 0, p.created_at, search_with_codes(search_document(p.name, c.name, b.name, search_description(p.description, p.is_markdown), p.variant_label), p.id)
    FROM products p JOIN brands b ON b.id = p.brand_id JOIN categories c ON c.id = p.category_id
    WHERE p.id = ANY (batch) AND p.published_at IS NOT NULL AND p.deleted_at IS NULL
    ON CONFLICT DO NOTHING;
    PERFORM search_learn(ARRAY(
      SELECT part FROM products p, unnest(ARRAY[p.search_name, search_description(p.description, p.is_markdown), p.variant_label]) AS part
      WHERE p.id = ANY (batch) AND p.published_at IS NOT NULL AND p.deleted_at IS NULL
    ));
    after := batch[cardinality(batch)];
    COMMIT;
  END LOOP;
  PERFORM product_group_arrange(id) FROM product_groups;
END
$procedure$;
