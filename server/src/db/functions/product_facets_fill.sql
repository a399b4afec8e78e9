CREATE OR REPLACE PROCEDURE public.product_facets_fill()
 LANGUAGE plpgsql
AS $procedure$
DECLARE
  after uuid := '00000000-0000-0000-0000-000000000000';
  batch uuid[];
BEGIN
  LOOP
    -- The lock keeps a product as it is until its row is there for the triggers to change.
    batch := ARRAY(SELECT id FROM products WHERE id > after ORDER BY id LIMIT 1000 FOR SHARE);
    EXIT WHEN cardinality(batch) = 0;
    INSERT INTO product_facets
      (created_at, price_cents, num_reviews, brand_number, category_number, rating, is_in_stock, product_id)
    SELECT p.created_at, p.price_cents, p.num_reviews, b.number, c.number, p.rating * 100, p.count_in_stock > 0, p.id
    FROM products p JOIN brands b ON b.id = p.brand_id JOIN categories c ON c.id = p.category_id
    WHERE p.id = ANY (batch) AND p.published_at IS NOT NULL AND p.deleted_at IS NULL
    ON CONFLICT DO NOTHING;
    after := batch[cardinality(batch)];
    COMMIT;
  END LOOP;
  PERFORM product_group_arrange(id) FROM product_groups;
END
$procedure$;
