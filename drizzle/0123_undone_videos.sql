-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_history_videos" ON "product_history" USING btree ("number") WHERE "product_history"."changes" ? 'videos';