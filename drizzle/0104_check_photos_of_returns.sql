-- outside a transaction
ALTER TABLE "review_photos" VALIDATE CONSTRAINT "review_photos_return_id_order_returns_id_fk";
--> statement-breakpoint
ALTER TABLE "review_photos" VALIDATE CONSTRAINT "review_photos_of_one";
