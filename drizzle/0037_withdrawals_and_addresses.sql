CREATE TABLE "addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"place" smallint NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"postal_code" text NOT NULL,
	"country" text NOT NULL,
	"is_default" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "addresses_one_per_place" UNIQUE("user_id","place"),
	CONSTRAINT "addresses_once" UNIQUE("user_id","address","city","postal_code","country"),
	CONSTRAINT "addresses_places" CHECK ("addresses"."place" >= 0 and "addresses"."place" < 10)
);
--> statement-breakpoint
CREATE TABLE "withdrawal_declarations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"declared_at" timestamp with time zone NOT NULL,
	"is_late" boolean NOT NULL,
	"state" text DEFAULT 'declared' NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"words" text,
	CONSTRAINT "withdrawals_one_per_order" UNIQUE("order_id"),
	CONSTRAINT "withdrawals_decided_by_someone" CHECK (("withdrawals"."state" = 'declared') = ("withdrawals"."decided_by" is null) and ("withdrawals"."decided_by" is null) = ("withdrawals"."decided_at" is null)),
	CONSTRAINT "withdrawals_refused_with_words" CHECK (("withdrawals"."state" = 'refused') = ("withdrawals"."words" is not null))
);
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_one_default" ON "addresses" USING btree ("user_id") WHERE "addresses"."is_default";--> statement-breakpoint
CREATE INDEX "withdrawal_declarations_waiting" ON "withdrawal_declarations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "withdrawals_newest" ON "withdrawals" USING btree ("declared_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);