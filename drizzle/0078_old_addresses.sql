CREATE TABLE "old_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"path" text NOT NULL,
	"import_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "old_addresses_stay_in_the_shop" CHECK ("old_addresses"."path" ~ '^/([^/\\]|$)')
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD COLUMN "old_address" text;--> statement-breakpoint
CREATE UNIQUE INDEX "old_addresses_address" ON "old_addresses" USING btree ("address");--> statement-breakpoint
CREATE INDEX "old_addresses_of_import" ON "old_addresses" USING btree ("import_id");