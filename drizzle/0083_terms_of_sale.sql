CREATE TABLE "terms_of_sale" (
	"version" integer PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"terms" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "terms_of_sale_version_positive" CHECK ("terms_of_sale"."version" > 0)
);
--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "country_code" text;--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "region" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "recipient" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "tax_class" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "grams" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "country_code" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "region" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "recipient" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "terms_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_included" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "taxes" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tax_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "delivery" jsonb;--> statement-breakpoint
ALTER TABLE "product_trade" ADD COLUMN "tax_class" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_amounts_sum" CHECK ("orders"."items_cents" >= 0 and "orders"."shipping_cents" >= 0 and "orders"."tax_cents" >= 0
        and "orders"."total_cents" = "orders"."items_cents" + "orders"."shipping_cents"
          + case when "orders"."tax_included" then 0 else "orders"."tax_cents" end) NOT VALID;
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_amounts_add_up";
--> statement-breakpoint
-- The terms of the specification, by which every order so far was priced.
INSERT INTO terms_of_sale (version, terms) VALUES (1, '{"currency":"USD","locale":"en-US","country":null,"taxClasses":[{"id":"standard","name":"Standard"},{"id":"reduced","name":"Reduced"},{"id":"zero","name":"Without tax"}],"pricesIncludeTax":false,"taxRounding":"total","isDeliveryTaxed":false,"taxRates":[{"tax":"tax","name":"Tax","taxClass":"standard","country":null,"region":null,"rate":15000,"from":null}],"zones":[{"id":"everywhere","name":"Everywhere","countries":null,"postalPrefixes":[]}],"deliveryMethods":[{"id":"standard","zone":"everywhere","name":"Standard","priceBy":"subtotal","steps":[{"from":0,"price":1000}],"freeFrom":10001,"weightMax":null,"days":null,"cutOffHour":null,"pickUp":null}],"distanceSalesMax":null,"reverseChargeTo":[]}');
--> statement-breakpoint
CREATE FUNCTION terms_of_sale_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of the terms of sale is never changed';
END
$$;
--> statement-breakpoint
CREATE TRIGGER terms_of_sale_stay
  BEFORE UPDATE OF version, terms OR DELETE ON terms_of_sale
  FOR EACH ROW EXECUTE FUNCTION terms_of_sale_refuse_change();
--> statement-breakpoint
-- Every page says what delivery and tax are: all cached answers of all instances fall.
CREATE TRIGGER product_changes_record_terms_of_sale
  AFTER INSERT ON terms_of_sale
  FOR EACH STATEMENT EXECUTE FUNCTION product_changes_record_truncate();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER catalogue_version_follow_terms_of_sale
  AFTER INSERT ON terms_of_sale DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION catalogue_version_change();
