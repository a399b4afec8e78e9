CREATE TABLE "info_pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"is_shown" boolean NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "info_pages_title_length" CHECK (length("info_pages"."title") between 1 and 60),
	CONSTRAINT "info_pages_text_length" CHECK (length("info_pages"."text") between 1 and 20000)
);
--> statement-breakpoint
CREATE TABLE "saved_items" (
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_items_user_id_product_id_pk" PRIMARY KEY("user_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "shared_lists" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"shared_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_lists" ADD CONSTRAINT "shared_lists_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "info_pages_slug_key" ON "info_pages" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "saved_items_of_product" ON "saved_items" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shared_lists_token_key" ON "shared_lists" USING btree ("token");
--> statement-breakpoint
-- The footer of every page links to these, and the sitemap names them: all cached answers of all instances fall.
CREATE TRIGGER product_changes_record_info_pages
  AFTER INSERT OR UPDATE OR DELETE ON info_pages
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_truncate();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalogue_version_follow_info_pages
  AFTER INSERT OR UPDATE OR DELETE ON info_pages DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
