-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_facets_group" ON "product_facets" USING btree ("group_id","place") WHERE "product_facets"."group_id" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_facets_entries" ON "product_facets" USING btree ("created_at" DESC NULLS FIRST,"product_id" DESC NULLS FIRST) WHERE "product_facets"."place" = 0;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_facets_entries_by_price" ON "product_facets" USING btree (coalesce("from_cents", "price_cents"),"created_at" DESC NULLS FIRST,"product_id" DESC NULLS FIRST) WHERE "product_facets"."place" = 0;