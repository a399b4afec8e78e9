-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_items_of_product" ON "order_items" USING btree ("product_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_by_total" ON "orders" USING btree ("total_cents");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "parcels_by_number" ON "parcels" USING btree ("tracking_number" text_pattern_ops);
