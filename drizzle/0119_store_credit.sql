CREATE TABLE "credit_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"balance_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_accounts_of_somebody" CHECK (("credit_accounts"."kind" = 'customer') = ("credit_accounts"."user_id" is not null)),
	CONSTRAINT "credit_accounts_not_overdrawn" CHECK ("credit_accounts"."balance_cents" >= 0),
	CONSTRAINT "credit_accounts_shop_summed" CHECK ("credit_accounts"."kind" not in ('given', 'refunded', 'sold', 'spent', 'ended') or "credit_accounts"."balance_cents" = 0)
);
--> statement-breakpoint
CREATE TABLE "credit_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"act" text NOT NULL,
	"from_id" uuid NOT NULL,
	"to_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"order_id" uuid,
	"payment_id" uuid,
	"refund_id" uuid,
	"made_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_transfers_positive" CHECK ("credit_transfers"."amount_cents" > 0),
	CONSTRAINT "credit_transfers_between_two" CHECK ("credit_transfers"."from_id" <> "credit_transfers"."to_id")
);
--> statement-breakpoint
CREATE TABLE "gift_card_orders" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"made_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gift_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"unit" integer NOT NULL,
	"value_cents" bigint NOT NULL,
	"code_hash" text NOT NULL,
	"code_version" integer DEFAULT 1 NOT NULL,
	"ending" text NOT NULL,
	"expires_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"recipient_name" text DEFAULT '' NOT NULL,
	"recipient_email" text DEFAULT '' NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"send_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gift_cards_code_once" UNIQUE("code_hash"),
	CONSTRAINT "gift_cards_worth_something" CHECK ("gift_cards"."value_cents" > 0),
	CONSTRAINT "gift_cards_mailed_to_somebody" CHECK (("gift_cards"."send_at" is null) = ("gift_cards"."recipient_email" = ''))
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "credit_account_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "credit_account_id" uuid;--> statement-breakpoint
ALTER TABLE "credit_accounts" ADD CONSTRAINT "credit_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_from_id_credit_accounts_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."credit_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_to_id_credit_accounts_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."credit_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_transfers" ADD CONSTRAINT "credit_transfers_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_card_orders" ADD CONSTRAINT "gift_card_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_id_credit_accounts_id_fk" FOREIGN KEY ("id") REFERENCES "public"."credit_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_accounts_of_user" ON "credit_accounts" USING btree ("user_id") WHERE "credit_accounts"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_accounts_of_shop" ON "credit_accounts" USING btree ("kind") WHERE "credit_accounts"."kind" in ('given', 'refunded', 'sold', 'spent', 'ended');--> statement-breakpoint
CREATE INDEX "credit_accounts_with_balance" ON "credit_accounts" USING btree ("kind","balance_cents","id") WHERE "credit_accounts"."balance_cents" > 0;--> statement-breakpoint
CREATE INDEX "credit_transfers_from" ON "credit_transfers" USING btree ("from_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_transfers_to" ON "credit_transfers" USING btree ("to_id","created_at");--> statement-breakpoint
CREATE INDEX "credit_transfers_of_order" ON "credit_transfers" USING btree ("order_id") WHERE "credit_transfers"."order_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_transfers_of_refund" ON "credit_transfers" USING btree ("refund_id") WHERE "credit_transfers"."refund_id" is not null;--> statement-breakpoint
CREATE INDEX "credit_transfers_by_time" ON "credit_transfers" USING btree ("created_at","act","amount_cents");--> statement-breakpoint
CREATE INDEX "gift_card_orders_waiting" ON "gift_card_orders" USING btree ("created_at") WHERE "gift_card_orders"."made_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "gift_cards_unit_once" ON "gift_cards" USING btree ("order_id","position","unit") WHERE "gift_cards"."stopped_at" is null;--> statement-breakpoint
CREATE INDEX "gift_cards_of_order" ON "gift_cards" USING btree ("order_id","position","unit");--> statement-breakpoint
CREATE INDEX "gift_cards_to_send" ON "gift_cards" USING btree ("send_at") WHERE "gift_cards"."send_at" is not null and "gift_cards"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "gift_cards_expiring" ON "gift_cards" USING btree ("expires_at") WHERE "gift_cards"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "gift_cards_sent" ON "gift_cards" USING btree ("sent_at") WHERE "gift_cards"."sent_at" is not null and "gift_cards"."send_at" is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_credit_account_id_credit_accounts_id_fk" FOREIGN KEY ("credit_account_id") REFERENCES "public"."credit_accounts"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_credit_account_id_credit_accounts_id_fk" FOREIGN KEY ("credit_account_id") REFERENCES "public"."credit_accounts"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_to_guests",
ADD CONSTRAINT "mails_to_guests" CHECK ("mails"."user_id" is not null or "mails"."kind" in ('stock alert', 'confirm stock alert', 'gift card')) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_of_credit" CHECK (("payments"."provider" = 'store credit') = ("payments"."credit_account_id" is not null)) NOT VALID;
--> statement-breakpoint
INSERT INTO credit_accounts (id, kind)
SELECT gen_random_uuid(), kind FROM unnest(ARRAY['given', 'refunded', 'sold', 'spent', 'ended']) AS of_shop (kind);
--> statement-breakpoint
CREATE FUNCTION credit_transfers_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a transfer of credit is never changed';
END
$$;
--> statement-breakpoint
CREATE TRIGGER credit_transfers_stay
  BEFORE UPDATE OR DELETE ON credit_transfers
  FOR EACH ROW EXECUTE FUNCTION credit_transfers_refuse_change();
