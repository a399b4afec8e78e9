-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_images_on_other_sites" ON "product_images" USING btree ("image") WHERE lower(left("product_images"."image", 8)) = 'https://';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_on_other_sites" ON "products" USING btree ("image") WHERE lower(left("products"."image", 8)) = 'https://';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "review_photos_unchecked" ON "review_photos" USING btree ("id") WHERE "review_photos"."bytes" is null;
