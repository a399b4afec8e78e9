CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"order_id" uuid,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"send_at" timestamp with time zone DEFAULT now(),
	"give_up_at" timestamp with time zone DEFAULT now() + interval '3 days' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"detail" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "mails_waiting_are_scheduled" CHECK (("mails"."status" = 'waiting') = ("mails"."send_at" is not null)),
	CONSTRAINT "mails_ended_have_a_time" CHECK (("mails"."status" = 'waiting') = ("mails"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "wants_progress_mails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "wants_review_mails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("send_at") WHERE "mails"."send_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_of_order" ON "mails" USING btree ("order_id","created_at") WHERE "mails"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "mails_failed" ON "mails" USING btree ("ended_at") WHERE "mails"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "mails_ended" ON "mails" USING btree ("ended_at") WHERE "mails"."ended_at" is not null;