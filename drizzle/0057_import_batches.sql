ALTER TABLE "imports" ADD COLUMN "worker" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "leased_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "edit_id" uuid;