CREATE TABLE "bulk_edits" (
	"key" uuid PRIMARY KEY NOT NULL,
	"request_hash" text NOT NULL,
	"changed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"undone" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "bulk_edits_age" ON "bulk_edits" USING btree ("created_at");