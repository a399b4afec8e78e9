ALTER TABLE "authenticator_apps" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_changes" ADD COLUMN "before_proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passkeys" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "password_typed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "addressed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
-- safe because a shop has some webhooks at most
UPDATE "webhook_endpoints" SET "addressed_at" = "created_at";--> statement-breakpoint
-- What administrators sign in with today counts as theirs, so that a mailbox alone removes no second factor of before.
-- safe because administrators are few
UPDATE "users" SET "proven_at" = now() WHERE "is_admin";
