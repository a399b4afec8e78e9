CREATE TABLE "earlier_order_items" (
	"order_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"name" text NOT NULL,
	"sku" text NOT NULL,
	"qty" integer NOT NULL,
	"total_cents" bigint NOT NULL,
	CONSTRAINT "earlier_order_items_order_id_position_pk" PRIMARY KEY("order_id","position")
);
--> statement-breakpoint
CREATE TABLE "earlier_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"import_id" uuid NOT NULL,
	"source" text NOT NULL,
	"number" text NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"postal_code" text NOT NULL,
	"country" text NOT NULL,
	"payment_method" text NOT NULL,
	"currency" text NOT NULL,
	"discount_cents" bigint NOT NULL,
	"shipping_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"refunded_cents" bigint NOT NULL,
	"state" text NOT NULL,
	"ordered_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"shipped_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "earlier_orders_once" UNIQUE("source","number"),
	CONSTRAINT "earlier_orders_currency_code" CHECK ("earlier_orders"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "import_records" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"outcome" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"record" jsonb,
	"before" jsonb,
	"record_id" uuid,
	"invited_at" timestamp with time zone,
	CONSTRAINT "import_records_import_id_line_pk" PRIMARY KEY("import_id","line")
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_can_sign_in_until_deleted";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "accepts_marketing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "kind" text DEFAULT 'products' NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "invited_to" integer;--> statement-breakpoint
ALTER TABLE "earlier_order_items" ADD CONSTRAINT "earlier_order_items_order_id_earlier_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."earlier_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earlier_orders" ADD CONSTRAINT "earlier_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_records" ADD CONSTRAINT "import_records_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earlier_order_items_by_text" ON "earlier_order_items" USING gin ((lower(("name" || ' ' || "sku") collate "pg_c_utf8") collate "default") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "earlier_orders_of_user" ON "earlier_orders" USING btree ("user_id","ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "earlier_orders_listing" ON "earlier_orders" USING btree ("ordered_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "earlier_orders_by_email" ON "earlier_orders" USING btree ("customer_email") WHERE "earlier_orders"."user_id" is null;--> statement-breakpoint
CREATE INDEX "earlier_orders_sales" ON "earlier_orders" USING btree (coalesce("paid_at", "ordered_at"),"currency","total_cents","refunded_cents") WHERE "earlier_orders"."state" not in ('unpaid', 'cancelled');--> statement-breakpoint
CREATE INDEX "earlier_orders_by_text" ON "earlier_orders" USING gin ((lower(("number" || ' ' || "customer_name" || ' ' || "customer_email") collate "pg_c_utf8") collate "default") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "import_records_of_record" ON "import_records" USING btree ("record_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_have_an_email_until_deleted" CHECK (("users"."deleted_at" is null) = ("users"."email" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_deleted_cannot_sign_in" CHECK ("users"."deleted_at" is null or "users"."password_hash" is null) NOT VALID;