CREATE TABLE "review_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"image" text NOT NULL,
	"user_id" uuid NOT NULL,
	"review_id" uuid,
	"place" smallint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_photos_place" UNIQUE("review_id","place"),
	CONSTRAINT "review_photos_placed" CHECK (("review_photos"."review_id" is null) = ("review_photos"."place" is null)),
	CONSTRAINT "review_photos_max" CHECK ("review_photos"."place" >= 0 and "review_photos"."place" < 4)
);
--> statement-breakpoint
CREATE TABLE "review_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"review_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"words" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "review_reports_once" UNIQUE("review_id","user_id"),
	CONSTRAINT "review_reports_words_length" CHECK (length("review_reports"."words") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "review_votes" (
	"review_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_votes_review_id_user_id_pk" PRIMARY KEY("review_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "stock_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"returned_at" timestamp with time zone,
	CONSTRAINT "stock_alerts_once" UNIQUE("product_id","email")
);
--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "user_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "edited_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "hidden_reason" text;
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answer" text;
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "answered_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "helpful_count" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "review_photos" ADD CONSTRAINT "review_photos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "review_photos" ADD CONSTRAINT "review_photos_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_alerts" ADD CONSTRAINT "stock_alerts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_alerts" ADD CONSTRAINT "stock_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "review_photos_of_user" ON "review_photos" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "review_photos_unused" ON "review_photos" USING btree ("created_at") WHERE "review_photos"."review_id" is null;
--> statement-breakpoint
CREATE INDEX "review_reports_of_user" ON "review_reports" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "review_reports_open" ON "review_reports" USING btree ("review_id") WHERE "review_reports"."closed_at" is null;
--> statement-breakpoint
CREATE INDEX "review_votes_of_user" ON "review_votes" USING btree ("user_id","review_id");
--> statement-breakpoint
CREATE INDEX "stock_alerts_of_email" ON "stock_alerts" USING btree ("email");
--> statement-breakpoint
CREATE INDEX "stock_alerts_of_user" ON "stock_alerts" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "stock_alerts_created" ON "stock_alerts" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "stock_alerts_returned" ON "stock_alerts" USING btree ("returned_at") WHERE "stock_alerts"."returned_at" is not null;
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_hidden_with_reason" CHECK (("reviews"."hidden_at" is null) = ("reviews"."hidden_reason" is null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_answered_at" CHECK (("reviews"."answer" is null) = ("reviews"."answered_at" is null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_helpful_count" CHECK ("reviews"."helpful_count" >= 0) NOT VALID;
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_to_guests" CHECK ("mails"."user_id" is not null or "mails"."kind" in ('stock alert', 'confirm stock alert')) NOT VALID;
--> statement-breakpoint
-- Marks who waits for a product as it comes back: it was not for sale or sold out, and is in stock now. In the transaction
-- of the change, so that a return counts however short it is.
CREATE FUNCTION stock_alerts_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE stock_alerts SET returned_at = clock_timestamp()
  WHERE product_id = NEW.id AND confirmed_at IS NOT NULL AND returned_at IS NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER stock_alerts_on_return AFTER UPDATE OF count_in_stock, published_at, deleted_at ON products
  FOR EACH ROW WHEN (
    NEW.count_in_stock > 0 AND NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL
    AND NOT (OLD.count_in_stock > 0 AND OLD.published_at IS NOT NULL AND OLD.deleted_at IS NULL)
  ) EXECUTE FUNCTION stock_alerts_return();
