CREATE TABLE "popular_searches" (
	"keyword" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "popular_searches_are_short" CHECK (length("popular_searches"."keyword") <= 60)
);
--> statement-breakpoint
ALTER TABLE "saved_items" ADD COLUMN "saved_price_cents" integer;--> statement-breakpoint
ALTER TABLE "saved_items" ADD COLUMN "was_in_stock" boolean;--> statement-breakpoint
CREATE INDEX "popular_searches_last" ON "popular_searches" USING btree ("last_at");