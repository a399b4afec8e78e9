-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_at_the_desk" ON "products" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "products"."deleted_at" is null;
