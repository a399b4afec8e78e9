-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_previous_email" ON "users" USING btree ("previous_email") WHERE "users"."previous_email" is not null;
