CREATE TABLE "order_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"made_by" uuid NOT NULL,
	"api_key_id" uuid,
	"is_by_customer" boolean NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" uuid,
	CONSTRAINT "order_changes_undone_by_somebody" CHECK (("order_changes"."undone_at" is null) = ("order_changes"."undone_by" is null))
);
--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_api_key_id_api_keys_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_changes" ADD CONSTRAINT "order_changes_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_changes_in_force" ON "order_changes" USING btree ("order_id","kind") WHERE "order_changes"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "order_changes_of_order" ON "order_changes" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "order_changes_with_words" ON "order_changes" USING btree ("made_by") WHERE "order_changes"."is_by_customer" and "order_changes"."reason" is not null;--> statement-breakpoint
-- Programs are told of cancellations as well.
CREATE TRIGGER order_events_cancelled_to_webhook AFTER INSERT ON order_events
  FOR EACH ROW WHEN (NEW.act = 'cancelled') EXECUTE FUNCTION order_events_to_webhook();
