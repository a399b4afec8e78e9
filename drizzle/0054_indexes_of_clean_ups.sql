-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "email_changes_age" ON "email_changes" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "password_resets_age" ON "password_resets" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sessions_expired" ON "sessions" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "brands_image_id" ON "brands" USING btree (substring("image" from '[0-9a-f]{8}-[0-9a-f-]{27}'));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "categories_image_id" ON "categories" USING btree (substring("image" from '[0-9a-f]{8}-[0-9a-f-]{27}'));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_images_image_id" ON "product_images" USING btree (substring("image" from '[0-9a-f]{8}-[0-9a-f-]{27}'));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_image_id" ON "products" USING btree (substring("image" from '[0-9a-f]{8}-[0-9a-f-]{27}'));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "import_rows_image_id" ON "import_rows" USING btree (substring(("changes"->'image'->>0) from '[0-9a-f]{8}-[0-9a-f-]{27}')) WHERE "import_rows"."changes" ? 'image';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "rate_limits_expired" ON "rate_limits" USING btree ("expire");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_items_image_id" ON "order_items" USING btree (substring("image" from '[0-9a-f]{8}-[0-9a-f-]{27}'));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "planned_prices_ended" ON "planned_prices" USING btree ("ended_at") WHERE "planned_prices"."ended_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_prices_ended" ON "product_prices" USING btree ("ended_at") WHERE "product_prices"."ended_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_edits_age" ON "product_edits" USING btree ("recorded_at");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_history_age" ON "product_history" USING btree ("recorded_at");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_history_images" ON "product_history" USING gin (product_image_ids("changes")) WHERE "product_history"."changes" ?| array['image', 'moreImages'];
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "stock_alerts_unconfirmed" ON "stock_alerts" USING btree ("created_at") WHERE "stock_alerts"."confirmed_at" is null;