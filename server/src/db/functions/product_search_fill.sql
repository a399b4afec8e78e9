CREATE OR REPLACE PROCEDURE public.product_search_fill()
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
    SELECT p.id, p.count_in_stock = 0, p.created_at, search_with_codes(search_document(p.name, category_names(c.id), b.name, search_description(p.description, p.is_markdown), p.variant_label), p.id)
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
