-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_events_for_audit" ON "order_events" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "order_events"."act" in ('paid', 'confirmed', 'processed', 'shipped', 'delivered', 'paid again', 'refund requested', 'refund failed', 'refunded', 'resolved');
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_paid" ON "orders" USING btree ("paid_at","total_cents","user_id") WHERE "orders"."paid_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_unpaid_of_user" ON "orders" USING btree ("user_id") WHERE "orders"."is_stock_held" and "orders"."paid_at" is null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_surplus" ON "payments" USING btree ("settled_at") WHERE not "payments"."is_settling" and "payments"."settled_at" is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "order_events_audited";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_needing_attention";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_sold";
