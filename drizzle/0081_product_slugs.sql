CREATE TABLE "product_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"is_current" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_slugs" ADD CONSTRAINT "product_slugs_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "product_slugs_current" ON "product_slugs" USING btree ("product_id") WHERE "product_slugs"."is_current";--> statement-breakpoint
CREATE UNIQUE INDEX "product_slugs_of_product" ON "product_slugs" USING btree ("product_id","slug");
--> statement-breakpoint
CREATE FUNCTION product_slug_of(name text, variant_label text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(left(slug_of(concat_ws(' ', name, nullif(variant_label, '')), 'product'), 80), '-')
$$;
--> statement-breakpoint
CREATE FUNCTION product_slug_give() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted text := product_slug_of(NEW.name, NEW.variant_label);
  candidates text[] := ARRAY[wanted, wanted || '-2', wanted || '-3', wanted || '-' || right(NEW.id::text, 12)];
  chosen text;
BEGIN
  -- A name that makes the same slug keeps it.
  IF EXISTS (
    SELECT FROM product_slugs s WHERE s.product_id = NEW.id AND s.is_current AND s.slug = ANY (candidates)
  ) THEN RETURN NULL; END IF;
  FOREACH chosen IN ARRAY candidates LOOP
    -- What stood for another product, or stands for a deleted one, is free.
    INSERT INTO product_slugs AS held (slug, product_id, is_current) VALUES (chosen, NEW.id, false)
    ON CONFLICT (slug) DO UPDATE SET product_id = NEW.id, is_current = false
    WHERE held.product_id = NEW.id OR NOT held.is_current
      OR EXISTS (SELECT FROM products p WHERE p.id = held.product_id AND p.deleted_at IS NOT NULL);
    EXIT WHEN FOUND;
  END LOOP;
  UPDATE product_slugs SET is_current = false WHERE product_id = NEW.id AND is_current;
  UPDATE product_slugs SET is_current = true WHERE product_id = NEW.id AND slug = chosen;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER products_slug_on_insert AFTER INSERT ON products FOR EACH ROW
WHEN (NEW.deleted_at IS NULL) EXECUTE FUNCTION product_slug_give();
--> statement-breakpoint
CREATE TRIGGER products_slug_on_update AFTER UPDATE OF name, variant_label, deleted_at ON products FOR EACH ROW
WHEN (NEW.deleted_at IS NULL AND (
  OLD.name IS DISTINCT FROM NEW.name OR OLD.variant_label IS DISTINCT FROM NEW.variant_label OR OLD.deleted_at IS NOT NULL
)) EXECUTE FUNCTION product_slug_give();
--> statement-breakpoint
INSERT INTO product_slugs (slug, product_id, is_current)
SELECT CASE WHEN place = 1 THEN wanted ELSE wanted || '-' || right(id::text, 12) END, id, true
FROM (
  SELECT id, wanted, row_number() OVER (PARTITION BY wanted ORDER BY created_at, id) AS place
  FROM (
    SELECT id, created_at, product_slug_of(name, variant_label) AS wanted FROM products WHERE deleted_at IS NULL
  ) AS named
) AS ranked
ON CONFLICT DO NOTHING;
