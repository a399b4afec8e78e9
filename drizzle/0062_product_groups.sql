CREATE TABLE "product_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"option_count" smallint NOT NULL,
	"default_product_id" uuid,
	"size_guide" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "product_groups_option_count_key" UNIQUE("id","option_count"),
	CONSTRAINT "product_groups_have_options" CHECK ("product_groups"."option_count" between 1 and 3),
	CONSTRAINT "product_groups_name_not_blank" CHECK ("product_groups"."name" <> '')
);
--> statement-breakpoint
CREATE TABLE "product_option_values" (
	"group_id" uuid NOT NULL,
	"option" smallint NOT NULL,
	"value" smallint NOT NULL,
	"label" text NOT NULL,
	"swatch" text DEFAULT '' NOT NULL,
	CONSTRAINT "product_option_values_group_id_option_value_pk" PRIMARY KEY("group_id","option","value"),
	CONSTRAINT "product_option_values_once" UNIQUE("group_id","option","label"),
	CONSTRAINT "product_option_values_not_blank" CHECK ("product_option_values"."label" <> ''),
	CONSTRAINT "product_option_values_from_one" CHECK ("product_option_values"."value" >= 1)
);
--> statement-breakpoint
CREATE TABLE "product_options" (
	"group_id" uuid NOT NULL,
	"option" smallint NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "product_options_group_id_option_pk" PRIMARY KEY("group_id","option"),
	CONSTRAINT "product_options_name_once" UNIQUE("group_id","name"),
	CONSTRAINT "product_options_at_most_three" CHECK ("product_options"."option" between 1 and 3),
	CONSTRAINT "product_options_name" CHECK ("product_options"."name" <> '' and strpos("product_options"."name", ':') = 0)
);
--> statement-breakpoint
CREATE TABLE "product_variants" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"option_count" smallint NOT NULL,
	"position" smallint NOT NULL,
	"value_1" smallint NOT NULL,
	"value_2" smallint,
	"value_3" smallint,
	"option_1" smallint GENERATED ALWAYS AS (1) STORED,
	"option_2" smallint GENERATED ALWAYS AS (2) STORED,
	"option_3" smallint GENERATED ALWAYS AS (3) STORED,
	CONSTRAINT "product_variants_once" UNIQUE NULLS NOT DISTINCT("group_id","value_1","value_2","value_3"),
	CONSTRAINT "product_variants_one_per_place" UNIQUE("group_id","position"),
	CONSTRAINT "product_variants_have_all_values" CHECK ("product_variants"."option_count" = num_nonnulls("product_variants"."value_1", "product_variants"."value_2", "product_variants"."value_3")
          and ("product_variants"."value_2" is not null or "product_variants"."value_3" is null)),
	CONSTRAINT "product_variants_at_most" CHECK ("product_variants"."position" between 1 and 250)
);
--> statement-breakpoint
ALTER TABLE "catalogue_size" ADD COLUMN "variants" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_facets" ADD COLUMN "group_id" uuid;
--> statement-breakpoint
ALTER TABLE "product_facets" ADD COLUMN "place" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_facets" ADD COLUMN "from_cents" integer;
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "variant_label" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_search" ADD COLUMN "group_id" uuid;
--> statement-breakpoint
ALTER TABLE "product_search" ADD COLUMN "place" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "product_groups" ADD CONSTRAINT "product_groups_default_product_id_products_id_fk" FOREIGN KEY ("default_product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_option_values" ADD CONSTRAINT "product_option_values_option_fk" FOREIGN KEY ("group_id","option") REFERENCES "public"."product_options"("group_id","option") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_options" ADD CONSTRAINT "product_options_group_id_product_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."product_groups"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_group_fk" FOREIGN KEY ("group_id","option_count") REFERENCES "public"."product_groups"("id","option_count") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_value_1_fk" FOREIGN KEY ("group_id","option_1","value_1") REFERENCES "public"."product_option_values"("group_id","option","value") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_value_2_fk" FOREIGN KEY ("group_id","option_2","value_2") REFERENCES "public"."product_option_values"("group_id","option","value") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_value_3_fk" FOREIGN KEY ("group_id","option_3","value_3") REFERENCES "public"."product_option_values"("group_id","option","value") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "product_groups_default" ON "product_groups" USING btree ("default_product_id");
--> statement-breakpoint
CREATE INDEX "product_option_values_chosen" ON "product_option_values" USING btree ("label","group_id","option");
--> statement-breakpoint
CREATE INDEX "product_options_by_name" ON "product_options" USING btree ("name","group_id");
--> statement-breakpoint
-- The previous release's siblings become groups with one option. Bounded: an admin has made each by hand.
INSERT INTO product_groups (id, name, option_count)
SELECT s.group_id, (array_agg(p.name ORDER BY s.position))[1], 1
FROM product_siblings s JOIN products p ON p.id = s.product_id GROUP BY s.group_id;
--> statement-breakpoint
INSERT INTO product_options (group_id, option, name) SELECT id, 1, 'Variant' FROM product_groups;
--> statement-breakpoint
INSERT INTO product_option_values (group_id, option, value, label)
SELECT group_id, 1, position, label FROM product_siblings;
--> statement-breakpoint
INSERT INTO product_variants (product_id, group_id, option_count, position, value_1)
SELECT product_id, group_id, 1, position, position FROM product_siblings;
--> statement-breakpoint
CREATE FUNCTION search_document(name text, category text, brand text, description text, variant text)
  RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN variant = '' THEN search_document(name, category, brand, description)
    ELSE array_to_tsvector(tsvector_to_array(search_document(name, category, brand, description))
      || search_field('N', search_words(search_plain(variant)))) END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION products_set_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  brand_name text;
  category_name text;
  into_id uuid;
BEGIN
  -- The share lock makes a rename or a merge that begins at the same time wait, so that it sees this product.
  SELECT name, merging_into_id INTO brand_name, into_id FROM brands WHERE id = NEW.brand_id FOR SHARE;
  IF into_id IS NOT NULL THEN
    NEW.brand_id := into_id;
    SELECT name INTO brand_name FROM brands WHERE id = into_id FOR SHARE;
  END IF;
  SELECT name, merging_into_id INTO category_name, into_id FROM categories WHERE id = NEW.category_id FOR SHARE;
  IF into_id IS NOT NULL THEN
    NEW.category_id := into_id;
    SELECT name INTO category_name FROM categories WHERE id = into_id FOR SHARE;
  END IF;
  NEW.search_name := lower(concat_ws(chr(31), NEW.name, brand_name, category_name) COLLATE "pg_c_utf8");
  NEW.search_text := NEW.search_name || chr(31) || lower(concat_ws(chr(31), NEW.description, nullif(NEW.variant_label, ''))
    COLLATE "pg_c_utf8");
  RETURN NEW;
END
$function$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_set_search
  BEFORE INSERT OR UPDATE OF name, description, brand_id, category_id, variant_label ON products
  FOR EACH ROW EXECUTE FUNCTION products_set_search();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_search_insert()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO product_search (product_id, is_sold_out, created_at, lexemes)
  SELECT p.id, p.count_in_stock = 0, p.created_at, search_document(p.name, c.name, b.name, p.description, p.variant_label)
  FROM added p JOIN brands b ON b.id = p.brand_id JOIN categories c ON c.id = p.category_id
  WHERE p.published_at IS NOT NULL AND p.deleted_at IS NULL;
  PERFORM search_learn(ARRAY(
    SELECT DISTINCT part FROM added p, unnest(ARRAY[p.search_name, p.description, p.variant_label]) AS part
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
  SELECT NEW.id, NEW.count_in_stock = 0, NEW.created_at, search_document(NEW.name, c.name, b.name, NEW.description, NEW.variant_label)
  FROM brands b, categories c WHERE b.id = NEW.brand_id AND c.id = NEW.category_id
  ON CONFLICT (product_id) DO UPDATE
  SET is_sold_out = excluded.is_sold_out, created_at = excluded.created_at, lexemes = excluded.lexemes;
  PERFORM search_learn(ARRAY[NEW.search_name, NEW.description, NEW.variant_label]);
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
    SELECT p.id, p.count_in_stock = 0, p.created_at, search_document(p.name, c.name, b.name, p.description, p.variant_label)
    FROM products p JOIN brands b ON b.id = p.brand_id JOIN categories c ON c.id = p.category_id
    WHERE p.id = ANY (batch) AND p.published_at IS NOT NULL AND p.deleted_at IS NULL
    ON CONFLICT DO NOTHING;
    PERFORM search_learn(ARRAY(
      SELECT part FROM products p, unnest(ARRAY[p.search_name, p.description, p.variant_label]) AS part
      WHERE p.id = ANY (batch) AND p.published_at IS NOT NULL AND p.deleted_at IS NULL
    ));
    after := batch[cardinality(batch)];
    COMMIT;
  END LOOP;
  PERFORM product_group_arrange(id) FROM product_groups;
END
$procedure$;

--> statement-breakpoint
CREATE OR REPLACE PROCEDURE product_facets_fill()
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
--> statement-breakpoint
CREATE OR REPLACE TRIGGER product_search_update
  AFTER UPDATE OF name, description, brand_id, category_id, search_text, created_at, published_at, deleted_at, variant_label
  ON products FOR EACH ROW
  WHEN ((OLD.published_at IS NOT NULL AND OLD.deleted_at IS NULL)
    IS DISTINCT FROM (NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL)
    OR NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL
    AND (OLD.search_text IS DISTINCT FROM NEW.search_text OR OLD.created_at IS DISTINCT FROM NEW.created_at))
  EXECUTE FUNCTION product_search_update();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalogue_version_follow_variant_label AFTER UPDATE OF variant_label ON products
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL AND OLD.variant_label IS DISTINCT FROM NEW.variant_label)
  EXECUTE FUNCTION catalogue_version_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalogue_version_follow_variants AFTER INSERT OR DELETE ON product_variants
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER products_to_webhook_update
  AFTER UPDATE OF version, price_cents, published_at, deleted_at, variant_label ON products FOR EACH ROW
  WHEN (OLD.version IS DISTINCT FROM NEW.version OR OLD.price_cents IS DISTINCT FROM NEW.price_cents
    OR OLD.published_at IS DISTINCT FROM NEW.published_at OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at
    OR OLD.variant_label IS DISTINCT FROM NEW.variant_label)
  EXECUTE FUNCTION products_to_webhook();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION catalogue_size_follow_truncate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  UPDATE catalogue_size SET visible = 0, variants = 0;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
-- How many visible products another one of their group stands for.
CREATE FUNCTION catalogue_size_follow_variants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalogue_size SET variants = variants
    + CASE WHEN TG_OP = 'UPDATE' AND NEW.place > 0 THEN 1 ELSE -1 END;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER catalogue_size_follow_variants_update AFTER UPDATE OF place ON product_facets FOR EACH ROW
  WHEN ((OLD.place > 0) IS DISTINCT FROM (NEW.place > 0)) EXECUTE FUNCTION catalogue_size_follow_variants();
--> statement-breakpoint
CREATE TRIGGER catalogue_size_follow_variants_delete AFTER DELETE ON product_facets FOR EACH ROW
  WHEN (OLD.place > 0) EXECUTE FUNCTION catalogue_size_follow_variants();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_changes_record_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  products_max constant int := 1000;
BEGIN
  IF (SELECT count(*) FROM (SELECT DISTINCT product_id FROM changed LIMIT products_max + 1) AS products) > products_max THEN
    INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  ELSE
    INSERT INTO product_changes (product_id, affects_ranking)
    SELECT DISTINCT product_id, TG_TABLE_NAME IN ('product_attributes', 'product_variants') FROM changed;
  END IF;
  RETURN NULL;
END
$function$;
--> statement-breakpoint
CREATE TRIGGER product_changes_record_variant_insert
  AFTER INSERT ON product_variants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
--> statement-breakpoint
CREATE TRIGGER product_changes_record_variant_delete
  AFTER DELETE ON product_variants REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
--> statement-breakpoint
-- Gives the visible products of a group their places, the default variant first, and the first one the lowest price.
CREATE FUNCTION product_group_arrange(arranged uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH placed AS (
    SELECT f.product_id, (row_number() OVER by_place - 1)::smallint AS place,
      CASE WHEN row_number() OVER by_place = 1 THEN min(f.price_cents) OVER () END AS from_cents
    FROM product_variants v JOIN product_groups g ON g.id = v.group_id JOIN product_facets f ON f.product_id = v.product_id
    WHERE v.group_id = arranged
    WINDOW by_place AS (ORDER BY v.product_id = g.default_product_id DESC NULLS LAST, v.position)
  ), searched AS (
    UPDATE product_search s SET group_id = arranged, place = placed.place FROM placed
    WHERE s.product_id = placed.product_id AND (s.group_id, s.place) IS DISTINCT FROM (arranged, placed.place)
  )
  UPDATE product_facets f SET group_id = arranged, place = placed.place, from_cents = placed.from_cents FROM placed
  WHERE f.product_id = placed.product_id
    AND (f.group_id, f.place, f.from_cents) IS DISTINCT FROM (arranged, placed.place, placed.from_cents);
END
$$;
--> statement-breakpoint
CREATE FUNCTION product_variants_arrange() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE product_facets f SET group_id = NULL, place = 0, from_cents = NULL FROM changed
    WHERE f.product_id = changed.product_id;
    UPDATE product_search s SET group_id = NULL, place = 0 FROM changed WHERE s.product_id = changed.product_id;
  END IF;
  PERFORM product_group_arrange(group_id) FROM (SELECT DISTINCT group_id FROM changed ORDER BY group_id) AS groups;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_variants_arrange_insert AFTER INSERT ON product_variants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_variants_arrange();
--> statement-breakpoint
CREATE TRIGGER product_variants_arrange_delete AFTER DELETE ON product_variants REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_variants_arrange();
--> statement-breakpoint
-- Before any other trigger of the product writes rows of its group: two products of a group that are published at the
-- same time would wait for each other's.
CREATE FUNCTION product_arrangement_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM product_groups g JOIN product_variants v ON v.group_id = g.id WHERE v.product_id = NEW.id
  FOR NO KEY UPDATE OF g;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_arrangement_lock AFTER UPDATE OF published_at, deleted_at ON products FOR EACH ROW
  WHEN ((OLD.published_at IS NULL OR OLD.deleted_at IS NOT NULL)
    IS DISTINCT FROM (NEW.published_at IS NULL OR NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION product_arrangement_lock();
--> statement-breakpoint
-- A product's page has the others of its group, and a list the first of those that customers can see.
CREATE FUNCTION product_variants_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM product_group_arrange(group_id) FROM product_variants WHERE product_id = NEW.id;
  INSERT INTO product_changes (product_id, affects_ranking)
  SELECT other.product_id, true FROM product_variants own JOIN product_variants other ON other.group_id = own.group_id
  WHERE own.product_id = NEW.id AND other.product_id <> NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_variants_follow AFTER UPDATE OF published_at, deleted_at ON products FOR EACH ROW
  WHEN ((OLD.published_at IS NULL OR OLD.deleted_at IS NOT NULL)
    IS DISTINCT FROM (NEW.published_at IS NULL OR NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION product_variants_follow();
--> statement-breakpoint
CREATE FUNCTION product_variants_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_facets first SET from_cents = lowest.cents
  FROM product_facets own, LATERAL (SELECT min(price_cents) AS cents FROM product_facets WHERE group_id = own.group_id) AS lowest
  WHERE own.product_id = NEW.id AND first.group_id = own.group_id AND first.place = 0
    AND first.from_cents IS DISTINCT FROM lowest.cents;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_variants_price AFTER UPDATE OF price_cents ON products FOR EACH ROW
  WHEN (OLD.price_cents IS DISTINCT FROM NEW.price_cents) EXECUTE FUNCTION product_variants_price();
--> statement-breakpoint
SELECT product_group_arrange(id) FROM product_groups;
--> statement-breakpoint
-- safe because only products that an admin has made siblings by hand are written.
UPDATE products SET variant_label = s.label FROM product_siblings s WHERE s.product_id = products.id;
