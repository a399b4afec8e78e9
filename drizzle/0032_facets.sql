CREATE TABLE "product_facets" (
	"created_at" timestamp with time zone NOT NULL,
	"price_cents" integer NOT NULL,
	"num_reviews" integer NOT NULL,
	"sold_units" integer DEFAULT 0 NOT NULL,
	"brand_number" integer NOT NULL,
	"category_number" integer NOT NULL,
	"rating" smallint NOT NULL,
	"is_in_stock" boolean NOT NULL,
	"product_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_sales" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"units" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_progress" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"counted_until" timestamp with time zone NOT NULL,
	CONSTRAINT "sales_progress_has_one_row" CHECK ("sales_progress"."is_only")
);
--> statement-breakpoint
-- safe because there are a few thousand brands at most, so that numbering them takes milliseconds.
ALTER TABLE "brands" ADD COLUMN "number" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "brands_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
-- safe because there are a few thousand categories at most, so that numbering them takes milliseconds.
ALTER TABLE "categories" ADD COLUMN "number" integer NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "categories_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "product_facets" ADD CONSTRAINT "product_facets_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_sales" ADD CONSTRAINT "product_sales_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_facets_brand" ON "product_facets" USING btree ("brand_number");--> statement-breakpoint
CREATE INDEX "product_facets_category" ON "product_facets" USING btree ("category_number");--> statement-breakpoint
CREATE INDEX "product_facets_newest" ON "product_facets" USING btree ("created_at" DESC NULLS FIRST,"product_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "product_facets_price" ON "product_facets" USING btree ("price_cents","created_at" DESC NULLS FIRST,"product_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "product_facets_rating" ON "product_facets" USING btree ("rating" DESC NULLS FIRST,"num_reviews" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"product_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "product_facets_bestselling" ON "product_facets" USING btree ("sold_units" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"product_id" DESC NULLS FIRST);
--> statement-breakpoint
-- A product that sells out is changed in place when its page has room to spare.
ALTER TABLE product_facets SET (fillfactor = 90);
--> statement-breakpoint
INSERT INTO sales_progress (counted_until) VALUES ('-infinity');
--> statement-breakpoint
CREATE FUNCTION product_facets_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_facets
    (created_at, price_cents, num_reviews, brand_number, category_number, rating, is_in_stock, product_id)
  SELECT p.created_at, p.price_cents, p.num_reviews, b.number, c.number, p.rating * 100, p.count_in_stock > 0, p.id
  FROM added p JOIN brands b ON b.id = p.brand_id JOIN categories c ON c.id = p.category_id
  WHERE p.published_at IS NOT NULL AND p.deleted_at IS NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION product_facets_update() RETURNS trigger LANGUAGE plpgsql AS $$
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
$$;
--> statement-breakpoint
CREATE TRIGGER product_facets_insert
  AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION product_facets_insert();
--> statement-breakpoint
-- Selling a unit gets no further than this condition, unless it is the last one.
CREATE TRIGGER product_facets_update
  AFTER UPDATE ON products
  FOR EACH ROW WHEN (
    (OLD.published_at IS NULL, OLD.deleted_at IS NULL, OLD.brand_id, OLD.category_id, OLD.price_cents, OLD.rating_sum,
      OLD.num_reviews, OLD.count_in_stock > 0, OLD.created_at)
    IS DISTINCT FROM
    (NEW.published_at IS NULL, NEW.deleted_at IS NULL, NEW.brand_id, NEW.category_id, NEW.price_cents, NEW.rating_sum,
      NEW.num_reviews, NEW.count_in_stock > 0, NEW.created_at)
  ) EXECUTE FUNCTION product_facets_update();
--> statement-breakpoint
-- A price decides what a price range has, and the order by price.
CREATE OR REPLACE FUNCTION product_changes_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  products_max constant int := 1000;
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM old_rows LIMIT products_max + 1) AS changed) > products_max THEN
    INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  ELSIF TG_TABLE_NAME = 'reviews' THEN
    INSERT INTO product_changes (product_id, affects_ranking) SELECT DISTINCT product_id, false FROM old_rows;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO product_changes (product_id, affects_ranking) SELECT id, true FROM old_rows;
  ELSE
    INSERT INTO product_changes (product_id, affects_ranking)
    SELECT o.id, (o.rating, o.num_reviews, o.price_cents, o.count_in_stock > 0)
      IS DISTINCT FROM (n.rating, n.num_reviews, n.price_cents, n.count_in_stock > 0)
    FROM old_rows o LEFT JOIN new_rows n ON n.id = o.id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- The products that a search matches. A function, so that its index serves it in statements that read other tables whole:
-- PostgreSQL does not know that comparing lexemes without their index means reading them from where they are stored apart.
CREATE FUNCTION product_search_matches(condition tsquery) RETURNS SETOF uuid
LANGUAGE sql STABLE ROWS 500 SET enable_seqscan = off AS $$
  SELECT product_id FROM product_search WHERE lexemes @@ condition
$$;
--> statement-breakpoint
CREATE PROCEDURE product_facets_fill() LANGUAGE plpgsql AS $$
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
END
$$;
