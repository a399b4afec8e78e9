-- outside a transaction
-- safe because it can be called again and again, two hundred groups at a time, and commits after each.
CALL product_groups_arrange();
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_facets_counted_brand" ON "product_facets" USING btree ("brand_number","category_number","price_cents","rating","is_in_stock","group_id","product_id") WHERE not "product_facets"."is_alike";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_facets_counted_category" ON "product_facets" USING btree ("category_number","brand_number","price_cents","rating","is_in_stock","group_id","product_id") WHERE not "product_facets"."is_alike";
