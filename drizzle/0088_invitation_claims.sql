ALTER TABLE "staff_invitations" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD COLUMN "claimed_at" timestamp with time zone;