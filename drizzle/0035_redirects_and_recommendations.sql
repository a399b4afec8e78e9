CREATE TABLE "job_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_recommendations" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"recommended_ids" uuid[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_redirects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"phrase" text NOT NULL,
	"key" text NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "search_redirects_have_words" CHECK ("search_redirects"."key" <> ''),
	CONSTRAINT "search_redirects_stay_in_the_shop" CHECK ("search_redirects"."path" ~ '^/([^/\\]|$)')
);
--> statement-breakpoint
ALTER TABLE "product_recommendations" ADD CONSTRAINT "product_recommendations_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "search_redirects_key" ON "search_redirects" USING btree ("key");
--> statement-breakpoint
-- Cached searches of all instances fall with the version.
CREATE CONSTRAINT TRIGGER catalogue_version_follow_redirects
  AFTER INSERT OR UPDATE OR DELETE ON search_redirects DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
