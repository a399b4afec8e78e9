CREATE TABLE "renamed_terms" (
	"term_id" uuid PRIMARY KEY NOT NULL,
	"taxonomy" text NOT NULL,
	"revision" uuid DEFAULT gen_random_uuid() NOT NULL,
	"renamed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_changes" ALTER COLUMN "changed_at" SET DEFAULT clock_timestamp();--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "merging_into_id" uuid;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "merging_edit_id" uuid;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "merging_into_id" uuid;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "merging_edit_id" uuid;--> statement-breakpoint
-- safe because there are a few thousand brands at most, so that checking them takes milliseconds.
ALTER TABLE "brands" ADD CONSTRAINT "brands_merging_into_id_brands_id_fk" FOREIGN KEY ("merging_into_id") REFERENCES "public"."brands"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- safe because there are a few thousand categories at most, so that checking them takes milliseconds.
ALTER TABLE "categories" ADD CONSTRAINT "categories_merging_into_id_categories_id_fk" FOREIGN KEY ("merging_into_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
-- The name belongs to the brand. The search documents of its products follow in batches: the release before leaves them to
-- this one, too.
CREATE OR REPLACE FUNCTION brands_carry_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO renamed_terms (term_id, taxonomy) VALUES (NEW.id, 'brand')
  ON CONFLICT (term_id) DO UPDATE SET revision = gen_random_uuid(), renamed_at = now();
  -- Every product of it shows another name now.
  INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION categories_carry_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO renamed_terms (term_id, taxonomy) VALUES (NEW.id, 'category')
  ON CONFLICT (term_id) DO UPDATE SET revision = gen_random_uuid(), renamed_at = now();
  -- Every product of it shows another name now.
  INSERT INTO product_changes (product_id, affects_ranking) VALUES (NULL, true);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Whoever writes a product with a brand or category that is being merged away, gives it the one that stays.
CREATE OR REPLACE FUNCTION products_set_search() RETURNS trigger LANGUAGE plpgsql AS $$
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
  NEW.search_text := NEW.search_name || chr(31) || lower(NEW.description COLLATE "pg_c_utf8");
  RETURN NEW;
END
$$;
