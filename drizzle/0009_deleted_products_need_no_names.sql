ALTER TABLE "products" ALTER COLUMN "brand_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "category_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_living_have_names" CHECK ("products"."deleted_at" is not null or ("products"."brand_id" is not null and "products"."category_id" is not null));