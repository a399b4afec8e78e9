-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_by_customer" ON "orders" USING gin ((search_fold("buyer_name" || ' ' || "buyer_email") collate "default") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_items_by_name" ON "order_items" USING gin ((search_fold("name") collate "default") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "earlier_orders_by_words" ON "earlier_orders" USING gin ((search_fold("number" || ' ' || "customer_name" || ' ' || "customer_email") collate "default") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "earlier_order_items_by_words" ON "earlier_order_items" USING gin ((search_fold("name" || ' ' || "sku") collate "default") gin_trgm_ops);
--> statement-breakpoint
-- The release before searches without them until it is replaced, more slowly.
DROP INDEX CONCURRENTLY IF EXISTS "orders_by_buyer";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "earlier_orders_by_text";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "earlier_order_items_by_text";
