-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reviews_newest" ON "reviews" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reviews_hidden" ON "reviews" USING btree ("product_id") WHERE "reviews"."hidden_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_of_guest" ON "mails" USING btree ("recipient") WHERE "mails"."user_id" is null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_delivered" ON "orders" USING btree ("delivered_at") WHERE "orders"."delivered_at" is not null;
