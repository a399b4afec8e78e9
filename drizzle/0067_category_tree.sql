ALTER TABLE "categories" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
-- safe because there are a few thousand categories at most, so that checking them takes milliseconds.
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
-- Refuses a category below itself and a fourth level.
CREATE FUNCTION categories_check_tree() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  upper uuid := NEW.parent_id;
  levels integer := 1;
BEGIN
  -- One change of the tree at a time, so that two together make no circle.
  PERFORM pg_advisory_xact_lock(7301854208);
  WHILE upper IS NOT NULL LOOP
    levels := levels + 1;
    IF upper = NEW.id OR levels > 3 THEN
      RAISE check_violation USING CONSTRAINT = 'categories_three_levels', MESSAGE = 'categories have at most three levels';
    END IF;
    SELECT parent_id INTO upper FROM categories WHERE id = upper;
  END LOOP;
  levels := levels + CASE
    WHEN EXISTS (SELECT FROM categories c JOIN categories below ON below.parent_id = c.id WHERE c.parent_id = NEW.id) THEN 2
    WHEN EXISTS (SELECT FROM categories WHERE parent_id = NEW.id) THEN 1
    ELSE 0
  END;
  IF levels > 3 THEN
    RAISE check_violation USING CONSTRAINT = 'categories_three_levels', MESSAGE = 'categories have at most three levels';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER categories_check_tree BEFORE INSERT OR UPDATE OF parent_id ON categories
  FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL) EXECUTE FUNCTION categories_check_tree();
--> statement-breakpoint
-- What a product of a category is found by: its name, then those of the categories above.
CREATE FUNCTION category_names(category uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws(chr(31), own.name, above.name, top.name)
  FROM categories own LEFT JOIN categories above ON above.id = own.parent_id LEFT JOIN categories top ON top.id = above.parent_id
  WHERE own.id = category
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION categories_carry_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO renamed_terms (term_id, taxonomy)
  SELECT id, 'category' FROM categories
  WHERE id = NEW.id OR parent_id = NEW.id OR parent_id IN (SELECT id FROM categories WHERE parent_id = NEW.id)
  ORDER BY id
  ON CONFLICT (term_id) DO UPDATE SET revision = gen_random_uuid(), renamed_at = now();
  -- Every product of it shows another name now.
  INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER categories_carry_name AFTER UPDATE OF name, parent_id ON categories
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.parent_id IS DISTINCT FROM NEW.parent_id)
  EXECUTE FUNCTION categories_carry_name();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalogue_version_follow_category_tree AFTER UPDATE OF parent_id ON categories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION products_set_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  brand_name text;
  category_name text;
  into_id uuid;
  upper uuid;
BEGIN
  -- The share lock makes a rename, a move or a merge that begins at the same time wait, so that it sees this product.
  SELECT name, merging_into_id INTO brand_name, into_id FROM brands WHERE id = NEW.brand_id FOR SHARE;
  IF into_id IS NOT NULL THEN
    NEW.brand_id := into_id;
    SELECT name INTO brand_name FROM brands WHERE id = into_id FOR SHARE;
  END IF;
  SELECT name, merging_into_id, parent_id INTO category_name, into_id, upper
  FROM categories WHERE id = NEW.category_id FOR SHARE;
  IF into_id IS NOT NULL THEN
    NEW.category_id := into_id;
    SELECT name, parent_id INTO category_name, upper FROM categories WHERE id = into_id FOR SHARE;
  END IF;
  WHILE upper IS NOT NULL LOOP
    SELECT concat_ws(chr(31), category_name, name), parent_id INTO category_name, upper
    FROM categories WHERE id = upper FOR SHARE;
  END LOOP;
  NEW.search_name := lower(concat_ws(chr(31), NEW.name, brand_name, category_name) COLLATE "pg_c_utf8");
  NEW.search_text := NEW.search_name || chr(31) || lower(concat_ws(chr(31), NEW.description, nullif(NEW.variant_label, ''))
    COLLATE "pg_c_utf8");
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_search_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
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
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_search_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $$
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
$$;
--> statement-breakpoint
CREATE OR REPLACE PROCEDURE product_search_fill()
 LANGUAGE plpgsql
AS $$
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
$$;
