-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "import_images_by_address" ON "import_images" USING btree ("import_id","address");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_keys_in_lower_case" ON "product_keys" USING btree (lower("key" collate "pg_c_utf8") text_pattern_ops);
