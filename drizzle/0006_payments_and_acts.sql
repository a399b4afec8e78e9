CREATE TABLE "admin_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"act" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"changes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"provider_order_id" text NOT NULL,
	"capture_id" text,
	"status" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"is_settling" boolean DEFAULT false NOT NULL,
	"ask_again_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "payments_one_order_each" UNIQUE("provider_order_id"),
	CONSTRAINT "payments_capture_once" UNIQUE("capture_id"),
	CONSTRAINT "payments_amount_positive" CHECK ("payments"."amount_cents" > 0),
	CONSTRAINT "payments_settle_with_money" CHECK (not "payments"."is_settling" or ("payments"."status" in ('completed', 'refunded') and "payments"."capture_id" is not null and "payments"."settled_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "attention" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_acts" ADD CONSTRAINT "admin_acts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_acts_of_entity" ON "admin_acts" USING btree ("entity_id","created_at");--> statement-breakpoint
CREATE INDEX "admin_acts_of_person" ON "admin_acts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_settle_once" ON "payments" USING btree ("order_id") WHERE "payments"."is_settling";--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "payments_unanswered" ON "payments" USING btree ("ask_again_at") WHERE "payments"."ask_again_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_needing_attention" ON "orders" USING btree ("created_at") WHERE "orders"."attention" is not null;--> statement-breakpoint
CREATE INDEX "orders_under_way" ON "orders" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "orders"."paid_at" is not null and "orders"."delivered_at" is null;