CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_on" date,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"send_at" timestamp with time zone DEFAULT now(),
	"give_up_at" timestamp with time zone DEFAULT now() + interval '3 days' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"response_status" smallint,
	"detail" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_once" UNIQUE("event_id","endpoint_id"),
	CONSTRAINT "webhook_deliveries_waiting_are_scheduled" CHECK (("webhook_deliveries"."status" = 'waiting') = ("webhook_deliveries"."send_at" is not null)),
	CONSTRAINT "webhook_deliveries_ended_have_a_time" CHECK (("webhook_deliveries"."status" = 'waiting') = ("webhook_deliveries"."ended_at" is null))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"given_up_at" timestamp with time zone,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"amount_cents" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"dispatched_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "admin_acts" ADD COLUMN "api_key_id" uuid;
--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "api_key_id" uuid;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_prefix_key" ON "api_keys" USING btree ("prefix");
--> statement-breakpoint
CREATE INDEX "api_keys_of_user" ON "api_keys" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","send_at") WHERE "webhook_deliveries"."send_at" is not null;
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" USING btree ("endpoint_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_ended" ON "webhook_deliveries" USING btree ("ended_at") WHERE "webhook_deliveries"."ended_at" is not null;
--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("created_at","id") WHERE "webhook_events"."dispatched_at" is null;
--> statement-breakpoint
CREATE INDEX "webhook_events_ended" ON "webhook_events" USING btree ("dispatched_at") WHERE "webhook_events"."dispatched_at" is not null;
--> statement-breakpoint
ALTER TABLE "admin_acts" ADD CONSTRAINT "admin_acts_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
-- Records an event in the transaction of its fact, where an endpoint wants it.
CREATE FUNCTION webhook_event_record(event_type text, subject uuid, amount bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_events (id, type, subject_id, amount_cents)
  SELECT gen_random_uuid(), event_type, subject, amount
  WHERE EXISTS (SELECT FROM webhook_endpoints WHERE is_enabled AND event_type = ANY (events));
$$;
--> statement-breakpoint
CREATE FUNCTION order_events_to_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_event_record('order.' || NEW.act, NEW.order_id, NEW.amount_cents);
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Placing an order fires none of these triggers, unless it leaves few units of a product.
CREATE TRIGGER order_events_to_webhook AFTER INSERT ON order_events
  FOR EACH ROW WHEN (NEW.act IN ('paid', 'confirmed', 'processed', 'shipped', 'delivered', 'refunded'))
  EXECUTE FUNCTION order_events_to_webhook();
--> statement-breakpoint
-- For receivers, a product is created when guests can see it, and deleted when they cannot any more.
CREATE FUNCTION products_to_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_visible constant boolean := NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL;
  was_visible boolean := false;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    was_visible := OLD.published_at IS NOT NULL AND OLD.deleted_at IS NULL;
  END IF;
  IF is_visible OR was_visible THEN
    PERFORM webhook_event_record(
      CASE WHEN NOT was_visible THEN 'product.created' WHEN NOT is_visible THEN 'product.deleted' ELSE 'product.updated' END,
      NEW.id, NULL);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER products_to_webhook_insert AFTER INSERT ON products
  FOR EACH ROW WHEN (NEW.published_at IS NOT NULL) EXECUTE FUNCTION products_to_webhook();
--> statement-breakpoint
-- Sales and ratings change neither the version nor the price.
CREATE TRIGGER products_to_webhook_update AFTER UPDATE OF version, price_cents, published_at, deleted_at ON products
  FOR EACH ROW WHEN (
    (OLD.version, OLD.price_cents, OLD.published_at, OLD.deleted_at)
    IS DISTINCT FROM (NEW.version, NEW.price_cents, NEW.published_at, NEW.deleted_at)
  ) EXECUTE FUNCTION products_to_webhook();
--> statement-breakpoint
CREATE FUNCTION low_stock_to_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_event_record('stock.low', NEW.id, NULL);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER low_stock_to_webhook AFTER UPDATE OF count_in_stock ON products
  FOR EACH ROW WHEN (
    OLD.count_in_stock > 5 AND NEW.count_in_stock <= 5 AND NEW.published_at IS NOT NULL AND NEW.deleted_at IS NULL
  ) EXECUTE FUNCTION low_stock_to_webhook();
