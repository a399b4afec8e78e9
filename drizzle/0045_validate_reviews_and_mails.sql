-- outside a transaction
ALTER TABLE "reviews" VALIDATE CONSTRAINT "reviews_hidden_with_reason";
--> statement-breakpoint
ALTER TABLE "reviews" VALIDATE CONSTRAINT "reviews_answered_at";
--> statement-breakpoint
ALTER TABLE "reviews" VALIDATE CONSTRAINT "reviews_helpful_count";
--> statement-breakpoint
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_to_guests";
