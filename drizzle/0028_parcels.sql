CREATE TABLE "parcel_trackers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"carrier" text NOT NULL,
	"tracking_number" text NOT NULL,
	"is_wanted" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"send_at" timestamp with time zone DEFAULT now(),
	"give_up_at" timestamp with time zone DEFAULT now() + interval '3 days' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"detail" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "parcel_trackers_number_once" UNIQUE("payment_id","tracking_number"),
	CONSTRAINT "parcel_trackers_waiting_are_scheduled" CHECK (("parcel_trackers"."status" = 'waiting') = ("parcel_trackers"."send_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "parcels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"carrier" text NOT NULL,
	"tracking_number" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "parcels_number_once" UNIQUE("order_id","tracking_number")
);
--> statement-breakpoint
ALTER TABLE "parcel_trackers" ADD CONSTRAINT "parcel_trackers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel_trackers" ADD CONSTRAINT "parcel_trackers_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parcel_trackers_of_order" ON "parcel_trackers" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "parcel_trackers_due" ON "parcel_trackers" USING btree ("send_at") WHERE "parcel_trackers"."send_at" is not null;