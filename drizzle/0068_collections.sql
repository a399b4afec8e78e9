CREATE TABLE "collection_brands" (
	"collection_id" uuid NOT NULL,
	"term_id" uuid NOT NULL,
	CONSTRAINT "collection_brands_collection_id_term_id_pk" PRIMARY KEY("collection_id","term_id")
);
--> statement-breakpoint
CREATE TABLE "collection_categories" (
	"collection_id" uuid NOT NULL,
	"term_id" uuid NOT NULL,
	CONSTRAINT "collection_categories_collection_id_term_id_pk" PRIMARY KEY("collection_id","term_id")
);
--> statement-breakpoint
CREATE TABLE "collection_products" (
	"collection_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "collection_products_collection_id_product_id_pk" PRIMARY KEY("collection_id","product_id"),
	CONSTRAINT "collection_products_at_most_500" CHECK ("collection_products"."position" between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"image" text DEFAULT '' NOT NULL,
	"image_alt" text DEFAULT '' NOT NULL,
	"menu_position" integer,
	"is_published" boolean DEFAULT false NOT NULL,
	"kind" text DEFAULT 'hand' NOT NULL,
	"attributes" text[] DEFAULT '{}' NOT NULL,
	"min_price_cents" integer,
	"max_price_cents" integer,
	"new_within_days" smallint,
	"is_on_sale" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "collections_price_in_range" CHECK ("collections"."min_price_cents" <= "collections"."max_price_cents"),
	CONSTRAINT "collections_new_in_range" CHECK ("collections"."new_within_days" between 1 and 365)
);
--> statement-breakpoint
CREATE TABLE "former_collection_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"term_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "collection_brands" ADD CONSTRAINT "collection_brands_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_brands" ADD CONSTRAINT "collection_brands_term_id_brands_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."brands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_categories" ADD CONSTRAINT "collection_categories_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_categories" ADD CONSTRAINT "collection_categories_term_id_categories_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_products" ADD CONSTRAINT "collection_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_collection_slugs" ADD CONSTRAINT "former_collection_slugs_term_id_collections_id_fk" FOREIGN KEY ("term_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_brands_term" ON "collection_brands" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "collection_categories_term" ON "collection_categories" USING btree ("term_id");--> statement-breakpoint
CREATE INDEX "collection_products_product" ON "collection_products" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "collections_name_key" ON "collections" USING btree (lower("name" collate "pg_c_utf8"));--> statement-breakpoint
CREATE UNIQUE INDEX "collections_slug_key" ON "collections" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "collections_image_id" ON "collections" USING btree (substring("image" from '[0-9a-f]{8}-[0-9a-f-]{27}'));
--> statement-breakpoint
CREATE TRIGGER collections_slug_on_insert BEFORE INSERT ON collections
  FOR EACH ROW EXECUTE FUNCTION term_slug_give('collection', 'former_collection_slugs', '7301854209');
--> statement-breakpoint
CREATE TRIGGER collections_slug_on_update BEFORE UPDATE OF name ON collections
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.slug = '')
  EXECUTE FUNCTION term_slug_give('collection', 'former_collection_slugs', '7301854209');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalogue_version_follow_collections AFTER INSERT OR DELETE OR UPDATE ON collections
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalogue_version_follow_collection_products AFTER INSERT OR DELETE ON collection_products
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalogue_version_follow_collection_brands AFTER INSERT OR DELETE ON collection_brands
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalogue_version_follow_collection_categories AFTER INSERT OR DELETE ON collection_categories
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
