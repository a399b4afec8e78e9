-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_in_progress" ON "orders" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE ("orders"."paid_at" is not null or "orders"."payment_method" = 'On Delivery') and "orders"."delivered_at" is null;
