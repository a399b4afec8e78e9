-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_due_by_kind" ON "mails" USING btree ("kind","send_at") WHERE "mails"."send_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_deliveries_due_first" ON "webhook_deliveries" USING btree ("endpoint_id","send_at") WHERE "webhook_deliveries"."send_at" is not null and "webhook_deliveries"."type" !~ '^(product|stock)[.]';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_events_waiting_first" ON "webhook_events" USING btree ("created_at","id") WHERE "webhook_events"."dispatched_at" is null and "webhook_events"."type" !~ '^(product|stock)[.]';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_events_of_product" ON "webhook_events" USING btree ("subject_id") WHERE "webhook_events"."type" = 'product.updated';
