CREATE TABLE "order_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid,
	"guest_name" text NOT NULL,
	"guest_email" text NOT NULL,
	"document" jsonb NOT NULL,
	"saved_by" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_drafts" ADD CONSTRAINT "order_drafts_customer_id_users_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_drafts" ADD CONSTRAINT "order_drafts_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_drafts_of_customer" ON "order_drafts" USING btree ("customer_id") WHERE "order_drafts"."customer_id" is not null;