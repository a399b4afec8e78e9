-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_on_sale" ON "products" USING btree ("id") WHERE "products"."planned_price_id" is not null;
