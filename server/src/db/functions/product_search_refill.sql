CREATE OR REPLACE PROCEDURE public.product_search_refill()
 LANGUAGE plpgsql
AS $procedure$
DECLARE
  after uuid := '00000000-0000-0000-0000-000000000000';
  batch uuid[];
BEGIN
  LOOP
    -- The lock keeps a product as it is until its row is written.
    batch := ARRAY(SELECT id FROM products WHERE id > after ORDER BY id LIMIT 200 FOR SHARE);
    EXIT WHEN cardinality(batch) = 0;
    UPDATE product_search s SET lexemes = written.lexemes FROM (
      SELECT p.id, search_with_codes(search_document(p.name, category_names(c.id), b.name, search_description(p.description, p.is_markdown), p.variant_label), p.id) AS lexemes
      FROM products p JOIN brands b ON b.id = p.brand_id JOIN categories c ON c.id = p.category_id
      WHERE p.id = ANY (batch)
    ) AS written
    WHERE s.product_id = written.id AND s.lexemes IS DISTINCT FROM written.lexemes;
    PERFORM search_learn(ARRAY(SELECT DISTINCT label FROM product_attributes WHERE product_id = ANY (batch)));
    after := batch[cardinality(batch)];
    COMMIT;
  END LOOP;
END
$procedure$;
