CREATE TABLE "search_purchases" (
	"keyword" text NOT NULL,
	"product_id" uuid NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "search_purchases_keyword_product_id_pk" PRIMARY KEY("keyword","product_id"),
	CONSTRAINT "search_purchases_are_short" CHECK (length("search_purchases"."keyword") <= 60)
);
--> statement-breakpoint
ALTER TABLE "search_purchases" ADD CONSTRAINT "search_purchases_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_purchases_last" ON "search_purchases" USING btree ("last_at");