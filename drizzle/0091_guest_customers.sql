ALTER TABLE "users" DROP CONSTRAINT "users_have_an_email_until_deleted";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "guest_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "links_revoked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_guests_cannot_sign_in" CHECK ("users"."guest_email" is null or ("users"."email" is null and "users"."password_hash" is null and not "users"."is_admin")) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_have_an_email_until_deleted" CHECK (("users"."deleted_at" is null) = (coalesce("users"."email", "users"."guest_email") is not null)) NOT VALID;
