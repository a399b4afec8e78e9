-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "review_photos_of_return" ON "review_photos" USING btree ("return_id") WHERE "review_photos"."return_id" is not null;
