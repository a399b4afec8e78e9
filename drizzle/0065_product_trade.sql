CREATE TABLE "product_trade" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"sku" text DEFAULT '' NOT NULL,
	"gtin" text DEFAULT '' NOT NULL,
	"mpn" text DEFAULT '' NOT NULL,
	"cost_cents" integer,
	"weight_grams" integer,
	"length_mm" integer,
	"width_mm" integer,
	"height_mm" integer,
	"origin_country" text DEFAULT '' NOT NULL,
	"hs_code" text DEFAULT '' NOT NULL,
	"content_amount" numeric(10, 3),
	"content_unit" text,
	"unit_basis" text,
	CONSTRAINT "product_trade_gtin_digits" CHECK ("product_trade"."gtin" ~ '^([0-9]{8}|[0-9]{12,14})?$'),
	CONSTRAINT "product_trade_cost_in_range" CHECK ("product_trade"."cost_cents" between 0 and 99999999),
	CONSTRAINT "product_trade_content_whole" CHECK (num_nonnulls("product_trade"."content_amount", "product_trade"."content_unit", "product_trade"."unit_basis") in (0, 3)),
	CONSTRAINT "product_trade_content_positive" CHECK ("product_trade"."content_amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "sku" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "gtin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_trade" ADD CONSTRAINT "product_trade_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "product_trade_sku" ON "product_trade" USING btree (lower("sku" collate "pg_c_utf8")) WHERE "product_trade"."sku" <> '';--> statement-breakpoint
CREATE INDEX "product_trade_gtin" ON "product_trade" USING btree ("gtin") WHERE "product_trade"."gtin" <> '';
--> statement-breakpoint
-- Typed with or without spaces and signs.
CREATE FUNCTION search_code(code text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(search_plain(code) COLLATE "pg_c_utf8", '[^[:alnum:]]+', '', 'g')
$$;
--> statement-breakpoint
-- A document with the codes that a product is found by when they are typed whole. No other lexeme begins with an S.
CREATE FUNCTION search_with_codes(document tsvector, product uuid) RETURNS tsvector LANGUAGE sql STABLE AS $$
  SELECT array_to_tsvector(ARRAY(
    SELECT lexeme FROM unnest(tsvector_to_array(document)) AS lexeme WHERE NOT starts_with(lexeme COLLATE "C", 'S')
    UNION
    SELECT 'S' || search_code(code) FROM product_trade t, unnest(ARRAY[t.sku, t.gtin, t.mpn]) AS code
    WHERE t.product_id = product AND search_code(code) <> ''
  ))
$$;
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
  SELECT NEW.id, NEW.count_in_stock = 0, NEW.created_at, search_with_codes(search_document(NEW.name, c.name, b.name, NEW.description, NEW.variant_label), NEW.id)
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
    SELECT p.id, p.count_in_stock = 0, p.created_at, search_with_codes(search_document(p.name, c.name, b.name, p.description, p.variant_label), p.id)
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
CREATE FUNCTION product_search_codes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product_search SET lexemes = search_with_codes(lexemes, NEW.product_id) WHERE product_id = NEW.product_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER product_search_codes_insert AFTER INSERT ON product_trade FOR EACH ROW
  WHEN (NEW.sku <> '' OR NEW.gtin <> '' OR NEW.mpn <> '') EXECUTE FUNCTION product_search_codes();
--> statement-breakpoint
CREATE TRIGGER product_search_codes_update AFTER UPDATE OF sku, gtin, mpn ON product_trade FOR EACH ROW
  WHEN ((OLD.sku, OLD.gtin, OLD.mpn) IS DISTINCT FROM (NEW.sku, NEW.gtin, NEW.mpn))
  EXECUTE FUNCTION product_search_codes();
--> statement-breakpoint
-- A product is found by its codes, and its page and lists show them and the price of a unit.
CREATE CONSTRAINT TRIGGER catalogue_version_follow_trade AFTER INSERT OR UPDATE OF sku, gtin, mpn ON product_trade
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
--> statement-breakpoint
CREATE TRIGGER product_changes_record_trade_insert
  AFTER INSERT ON product_trade REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
--> statement-breakpoint
CREATE TRIGGER product_changes_record_trade_update
  AFTER UPDATE ON product_trade REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_parts();
