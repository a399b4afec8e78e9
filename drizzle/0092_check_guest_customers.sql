-- outside a transaction
ALTER TABLE "users" VALIDATE CONSTRAINT "users_have_an_email_until_deleted";
--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_guests_cannot_sign_in";
