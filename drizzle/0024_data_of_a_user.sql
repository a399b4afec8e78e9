-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_of_user" ON "mails" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reviews_of_user" ON "reviews" USING btree ("user_id");
