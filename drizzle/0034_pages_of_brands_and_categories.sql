CREATE TABLE "former_brand_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"term_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_category_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"term_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "slug" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "image" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "menu_position" integer;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "slug" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "image" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "menu_position" integer;--> statement-breakpoint
ALTER TABLE "former_brand_slugs" ADD CONSTRAINT "former_brand_slugs_term_id_brands_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_category_slugs" ADD CONSTRAINT "former_category_slugs_term_id_categories_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- A name as the end of an address: lower case without accents, words joined by hyphens, letters of every alphabet.
CREATE FUNCTION slug_of(name text, otherwise text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(btrim(regexp_replace(
    regexp_replace(search_fold(name) COLLATE "pg_c_utf8", '[''’‘`´]', '', 'g'), '[^[:alnum:]]+', '-', 'g'), '-'), ''), otherwise)
$$;
--> statement-breakpoint
-- Gives a brand or category the first free slug of its name, and records the one that it had. A slug that another one
-- had before is free: the current one comes first wherever a slug is looked up. The previous release inserts no slug.
CREATE FUNCTION term_slug_give() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  word text := TG_ARGV[0];
  wanted text := slug_of(NEW.name, word);
  found text;
BEGIN
  IF TG_OP = 'INSERT' AND NEW.slug <> '' THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' AND OLD.slug <> '' AND slug_of(OLD.name, word) = wanted THEN RETURN NEW; END IF;
  -- Names that differ can have the same slug.
  PERFORM pg_advisory_xact_lock(TG_ARGV[2]::bigint);
  EXECUTE format('
    SELECT candidate FROM (
      SELECT n, CASE WHEN n = 1 THEN $1 ELSE $1 || ''-'' || n END AS candidate
      FROM generate_series(1, (SELECT count(*) + 1 FROM %1$I)) n
    ) candidates
    WHERE NOT EXISTS (SELECT FROM %1$I taken WHERE taken.slug = candidate AND taken.id <> $2)
    ORDER BY n LIMIT 1', TG_TABLE_NAME) INTO found USING wanted, NEW.id;
  IF TG_OP = 'UPDATE' AND OLD.slug NOT IN ('', found) THEN
    EXECUTE format('INSERT INTO %I (slug, term_id) VALUES ($1, $2)
      ON CONFLICT (slug) DO UPDATE SET term_id = excluded.term_id', TG_ARGV[1]) USING OLD.slug, NEW.id;
  END IF;
  NEW.slug := found;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER brands_slug_on_insert BEFORE INSERT ON brands
  FOR EACH ROW EXECUTE FUNCTION term_slug_give('brand', 'former_brand_slugs', '7301854206');
--> statement-breakpoint
CREATE TRIGGER brands_slug_on_update BEFORE UPDATE OF name ON brands
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.slug = '')
  EXECUTE FUNCTION term_slug_give('brand', 'former_brand_slugs', '7301854206');
--> statement-breakpoint
CREATE TRIGGER categories_slug_on_insert BEFORE INSERT ON categories
  FOR EACH ROW EXECUTE FUNCTION term_slug_give('category', 'former_category_slugs', '7301854207');
--> statement-breakpoint
CREATE TRIGGER categories_slug_on_update BEFORE UPDATE OF name ON categories
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.slug = '')
  EXECUTE FUNCTION term_slug_give('category', 'former_category_slugs', '7301854207');
--> statement-breakpoint
-- Fills the slugs, oldest first. Brands and categories are few, and their names stay as they are.
DO $$
DECLARE
  term uuid;
BEGIN
  FOR term IN SELECT id FROM brands WHERE slug = '' ORDER BY created_at, id LOOP
    UPDATE brands SET name = name WHERE id = term;
  END LOOP;
  FOR term IN SELECT id FROM categories WHERE slug = '' ORDER BY created_at, id LOOP
    UPDATE categories SET name = name WHERE id = term;
  END LOOP;
END
$$;
--> statement-breakpoint
-- Deferred triggers of the updates would be pending when the tables are altered.
SET CONSTRAINTS ALL IMMEDIATE;
--> statement-breakpoint
-- safe because brands are few, and the statements before have locked the table anyway.
CREATE UNIQUE INDEX "brands_slug_key" ON "brands" USING btree ("slug");--> statement-breakpoint
-- safe because categories are few, and the statements before have locked the table anyway.
CREATE UNIQUE INDEX "categories_slug_key" ON "categories" USING btree ("slug");
--> statement-breakpoint
-- Pages and menus show them.
CREATE CONSTRAINT TRIGGER catalogue_version_follow_brand_pages
  AFTER UPDATE OF description, image, menu_position ON brands DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalogue_version_follow_category_pages
  AFTER UPDATE OF description, image, menu_position ON categories DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
