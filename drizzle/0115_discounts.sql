CREATE TABLE "discount_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"rule_id" uuid NOT NULL,
	"uses_max" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_codes_form" CHECK ("discount_codes"."code" ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'),
	CONSTRAINT "discount_codes_counted_from_zero" CHECK ("discount_codes"."uses" >= 0)
);
--> statement-breakpoint
CREATE TABLE "discount_rule_versions" (
	"rule_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"terms" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_rule_versions_rule_id_version_pk" PRIMARY KEY("rule_id","version"),
	CONSTRAINT "discount_rule_versions_positive" CHECK ("discount_rule_versions"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "discount_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"stopped_at" timestamp with time zone,
	"uses" integer DEFAULT 0 NOT NULL,
	"given_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discount_rules_counted_from_zero" CHECK ("discount_rules"."uses" >= 0 and "discount_rules"."given_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "order_discounts" (
	"order_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"rule_version" integer NOT NULL,
	"code" text,
	"name" text NOT NULL,
	"lines" jsonb NOT NULL,
	"delivery_cents" bigint DEFAULT 0 NOT NULL,
	"amount_cents" bigint NOT NULL,
	"is_counted" boolean DEFAULT true NOT NULL,
	CONSTRAINT "order_discounts_order_id_rule_id_pk" PRIMARY KEY("order_id","rule_id"),
	CONSTRAINT "order_discounts_give_something" CHECK ("order_discounts"."amount_cents" > 0 and "order_discounts"."delivery_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "discount_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_rule_id_discount_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."discount_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_rule_versions" ADD CONSTRAINT "discount_rule_versions_rule_id_discount_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."discount_rules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_discounts" ADD CONSTRAINT "order_discounts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_discounts" ADD CONSTRAINT "order_discounts_version_fk" FOREIGN KEY ("rule_id","rule_version") REFERENCES "public"."discount_rule_versions"("rule_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discount_codes_of_rule" ON "discount_codes" USING btree ("rule_id","code");--> statement-breakpoint
CREATE INDEX "discount_rules_live" ON "discount_rules" USING btree ("id") WHERE "discount_rules"."stopped_at" is null;--> statement-breakpoint
CREATE INDEX "order_discounts_of_rule" ON "order_discounts" USING btree ("rule_id","order_id");--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_discount_in_range" CHECK ("order_items"."discount_cents" between 0 and "order_items"."price_cents"::bigint * "order_items"."qty") NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_amounts_sum",
ADD CONSTRAINT "orders_amounts_sum" CHECK ("orders"."items_cents" >= 0 and "orders"."shipping_cents" >= 0 and "orders"."tax_cents" >= 0
        and "orders"."discount_cents" between 0 and "orders"."items_cents" + "orders"."shipping_cents"
        and "orders"."total_cents" = "orders"."items_cents" - "orders"."discount_cents" + "orders"."shipping_cents"
          + case when "orders"."tax_included" then 0 else "orders"."tax_cents" end) NOT VALID;
--> statement-breakpoint
CREATE FUNCTION discount_rule_versions_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of a discount rule is never changed';
END
$$;
--> statement-breakpoint
CREATE TRIGGER discount_rule_versions_stay
  BEFORE UPDATE OR DELETE ON discount_rule_versions
  FOR EACH ROW EXECUTE FUNCTION discount_rule_versions_refuse_change();
