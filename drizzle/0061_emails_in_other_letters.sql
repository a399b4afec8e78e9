-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_email_in_other_letters" ON "users" USING btree ("id") WHERE "users"."email" ~ '@.*[^ -~]';
