CREATE TABLE "order_matters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"payment_id" uuid,
	"amount_cents" bigint,
	"detail" text,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" uuid,
	"note" text,
	CONSTRAINT "order_matters_once" UNIQUE("order_id","kind","reference"),
	CONSTRAINT "order_matters_resolved_with_note" CHECK (("order_matters"."resolved_at" is null) = ("order_matters"."note" is null))
);
--> statement-breakpoint
CREATE TABLE "refund_items" (
	"refund_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"qty" integer NOT NULL,
	CONSTRAINT "refund_items_refund_id_product_id_pk" PRIMARY KEY("refund_id","product_id"),
	CONSTRAINT "refund_items_qty_positive" CHECK ("refund_items"."qty" > 0)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider_refund_id" text,
	"status" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"requested_by" uuid,
	"reason" text,
	"idempotency_key" text,
	"request_hash" text,
	"ask_again_at" timestamp with time zone,
	"restocked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "refunds_provider_refund_once" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_demand" (
	"product_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"refused_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "amount_cents" bigint;
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "capturing_since" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "order_matters" ADD CONSTRAINT "order_matters_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_matters" ADD CONSTRAINT "order_matters_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_matters" ADD CONSTRAINT "order_matters_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refund_items" ADD CONSTRAINT "refund_items_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refund_items" ADD CONSTRAINT "refund_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_demand" ADD CONSTRAINT "stock_demand_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "stock_demand" ADD CONSTRAINT "stock_demand_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "order_matters_open" ON "order_matters" USING btree ("order_id","kind","opened_at") WHERE "order_matters"."resolved_at" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_idempotent" ON "refunds" USING btree ("requested_by","idempotency_key") WHERE "refunds"."idempotency_key" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_unanswered" ON "refunds" USING btree ("payment_id") WHERE "refunds"."status" = 'requested';
--> statement-breakpoint
CREATE INDEX "refunds_of_order" ON "refunds" USING btree ("order_id","created_at");
--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "refunds_unanswered" ON "refunds" USING btree ("ask_again_at") WHERE "refunds"."ask_again_at" is not null;
--> statement-breakpoint
CREATE INDEX "refunds_completed" ON "refunds" USING btree ("completed_at","amount_cents") WHERE "refunds"."completed_at" is not null;
--> statement-breakpoint
-- What the previous release flags while both releases serve becomes a matter.
CREATE OR REPLACE FUNCTION attention_to_matter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.attention IS NULL THEN
    UPDATE order_matters SET resolved_at = now(), note = 'Resolved in the previous release'
    WHERE order_id = new.id AND kind = old.attention AND resolved_at IS NULL;
  ELSE
    INSERT INTO order_matters (id, order_id, kind, reference)
    VALUES (gen_random_uuid(), new.id, new.attention, 'attention')
    ON CONFLICT (order_id, kind, reference)
    DO UPDATE SET opened_at = now(), resolved_at = NULL, resolved_by = NULL, note = NULL;
  END IF;
  IF new.attention = 'refunded' THEN
    -- How much went back is read from the provider.
    UPDATE payments SET ask_again_at = now() WHERE order_id = new.id AND status = 'refunded';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER orders_attention_to_matter AFTER UPDATE OF attention ON orders
FOR EACH ROW WHEN (new.attention IS DISTINCT FROM old.attention) EXECUTE FUNCTION attention_to_matter();
--> statement-breakpoint
-- Surplus payments are matters of their own; those whose flag is gone were resolved.
INSERT INTO order_matters (id, order_id, kind, reference, payment_id, amount_cents, opened_at, resolved_at, note)
SELECT gen_random_uuid(), p.order_id, 'paid twice', p.id::text, p.id, p.amount_cents, p.settled_at,
  CASE WHEN o.attention IS NOT DISTINCT FROM 'paid twice' THEN NULL ELSE now() END,
  CASE WHEN o.attention IS NOT DISTINCT FROM 'paid twice' THEN NULL ELSE 'Resolved in the previous release' END
FROM payments p JOIN orders o ON o.id = p.order_id
WHERE p.status = 'completed' AND NOT p.is_settling AND p.settled_at IS NOT NULL
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO order_matters (id, order_id, kind, reference)
SELECT gen_random_uuid(), id, attention, CASE WHEN attention = 'stock gone' THEN id::text ELSE 'attention' END
FROM orders o WHERE attention IS NOT NULL AND NOT EXISTS (
  SELECT FROM order_matters m WHERE m.order_id = o.id AND m.kind = o.attention AND m.resolved_at IS NULL
)
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- The previous release did not keep how much went back: all of it, until the provider is asked.
INSERT INTO refunds (id, order_id, payment_id, status, amount_cents, currency, created_at, updated_at, completed_at)
SELECT gen_random_uuid(), order_id, id, 'completed', amount_cents, currency, updated_at, updated_at, updated_at
FROM payments WHERE status = 'refunded';
--> statement-breakpoint
-- safe because no release writes settled payments any more, and these are those of one month and the refunded ones.
UPDATE payments SET ask_again_at = CASE WHEN status = 'refunded' THEN now() ELSE now() + random() * interval '1 day' END
WHERE (status = 'refunded' OR settled_at > now() - interval '30 days')
  AND ask_again_at IS NULL AND provider_order_id NOT LIKE 'DEMO%';
