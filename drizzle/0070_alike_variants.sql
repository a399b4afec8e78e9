ALTER TABLE "product_facets" ADD COLUMN "is_alike" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_group_arrange(arranged uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH placed AS (
    SELECT f.product_id, (row_number() OVER by_place - 1)::smallint AS place,
      CASE WHEN row_number() OVER by_place = 1 THEN min(f.price_cents) OVER () END AS from_cents,
      row_number() OVER (
        PARTITION BY f.brand_number, f.category_number, f.price_cents
        ORDER BY v.product_id = g.default_product_id DESC NULLS LAST, v.position
      ) > 1 AS is_alike
    FROM product_variants v JOIN product_groups g ON g.id = v.group_id JOIN product_facets f ON f.product_id = v.product_id
    WHERE v.group_id = arranged
    WINDOW by_place AS (ORDER BY v.product_id = g.default_product_id DESC NULLS LAST, v.position)
  ), searched AS (
    UPDATE product_search s SET group_id = arranged, place = placed.place FROM placed
    WHERE s.product_id = placed.product_id AND (s.group_id, s.place) IS DISTINCT FROM (arranged, placed.place)
  )
  UPDATE product_facets f
  SET group_id = arranged, place = placed.place, from_cents = placed.from_cents, is_alike = placed.is_alike FROM placed
  WHERE f.product_id = placed.product_id AND (f.group_id, f.place, f.from_cents, f.is_alike)
    IS DISTINCT FROM (arranged, placed.place, placed.from_cents, placed.is_alike);
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_variants_arrange() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE product_facets f SET group_id = NULL, place = 0, from_cents = NULL, is_alike = false FROM changed
    WHERE f.product_id = changed.product_id;
    UPDATE product_search s SET group_id = NULL, place = 0 FROM changed WHERE s.product_id = changed.product_id;
  END IF;
  PERFORM product_group_arrange(group_id) FROM (SELECT DISTINCT group_id FROM changed ORDER BY group_id) AS groups;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_variants_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_group_arrange(group_id) FROM product_variants WHERE product_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER product_variants_price AFTER UPDATE ON products
  FOR EACH ROW WHEN (OLD.price_cents IS DISTINCT FROM NEW.price_cents OR OLD.brand_id IS DISTINCT FROM NEW.brand_id
    OR OLD.category_id IS DISTINCT FROM NEW.category_id)
  EXECUTE FUNCTION product_variants_price();
--> statement-breakpoint
-- Its name comes before those of the triggers that write what facets are counted by, so that whoever changes a group waits
-- for others with none of those rows locked. A merge gives a brand that the statement does not name, so that the trigger names
-- no columns.
CREATE OR REPLACE TRIGGER product_arrangement_lock AFTER UPDATE ON products
  FOR EACH ROW WHEN ((OLD.published_at IS NULL OR OLD.deleted_at IS NOT NULL)
      IS DISTINCT FROM (NEW.published_at IS NULL OR NEW.deleted_at IS NOT NULL)
    OR OLD.price_cents IS DISTINCT FROM NEW.price_cents OR OLD.brand_id IS DISTINCT FROM NEW.brand_id
    OR OLD.category_id IS DISTINCT FROM NEW.category_id)
  EXECUTE FUNCTION product_arrangement_lock();
--> statement-breakpoint
-- Arranges the groups that there are, some at a time.
CREATE PROCEDURE product_groups_arrange() LANGUAGE plpgsql AS $$
DECLARE
  after uuid := '00000000-0000-0000-0000-000000000000';
  batch uuid[];
BEGIN
  LOOP
    batch := ARRAY(SELECT id FROM product_groups WHERE id > after ORDER BY id LIMIT 200 FOR NO KEY UPDATE);
    EXIT WHEN cardinality(batch) = 0;
    PERFORM product_group_arrange(id) FROM unnest(batch) AS id;
    after := batch[cardinality(batch)];
    COMMIT;
  END LOOP;
END
$$;
