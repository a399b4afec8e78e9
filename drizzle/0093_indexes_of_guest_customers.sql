-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_guest_email" ON "users" USING btree ("guest_email") WHERE "users"."guest_email" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_guests_created" ON "users" USING btree ("created_at") WHERE "users"."guest_email" is not null;
