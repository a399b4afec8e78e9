CREATE TABLE "part_withdrawal_declarations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"email" text NOT NULL,
	"goods" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_return_items" (
	"return_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"qty" integer NOT NULL,
	"reason" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"received_qty" integer,
	"condition" text,
	"is_restocked" boolean,
	CONSTRAINT "order_return_items_return_id_product_id_pk" PRIMARY KEY("return_id","product_id"),
	CONSTRAINT "order_return_items_received" CHECK ("order_return_items"."qty" > 0 and "order_return_items"."received_qty" between 0 and "order_return_items"."qty")
);
--> statement-breakpoint
CREATE TABLE "order_returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_withdrawal" boolean DEFAULT false NOT NULL,
	"declaration" text,
	"state" text DEFAULT 'requested' NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"received_at" timestamp with time zone,
	"received_by" uuid,
	"refund_id" uuid,
	CONSTRAINT "order_returns_refunded_by_a_refund" CHECK ("order_returns"."state" <> 'refunded' or "order_returns"."refund_id" is not null),
	CONSTRAINT "order_returns_declared" CHECK ("order_returns"."declaration" is null or "order_returns"."is_withdrawal"),
	CONSTRAINT "order_returns_received_once" CHECK (("order_returns"."received_at" is null) = ("order_returns"."received_by" is null))
);
--> statement-breakpoint
ALTER TABLE "review_photos" ADD COLUMN "return_id" uuid;--> statement-breakpoint
ALTER TABLE "order_return_items" ADD CONSTRAINT "order_return_items_return_id_order_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."order_returns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_return_items" ADD CONSTRAINT "order_return_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_received_by_users_id_fk" FOREIGN KEY ("received_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "part_withdrawal_declarations_waiting" ON "part_withdrawal_declarations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "order_returns_of_order" ON "order_returns" USING btree ("order_id","requested_at");--> statement-breakpoint
ALTER TABLE "review_photos" ADD CONSTRAINT "review_photos_return_id_order_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."order_returns"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "review_photos" ADD CONSTRAINT "review_photos_of_one" CHECK ("review_photos"."review_id" is null or "review_photos"."return_id" is null) NOT VALID;