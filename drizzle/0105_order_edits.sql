CREATE TABLE "order_edits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"made_by" uuid NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" uuid,
	CONSTRAINT "order_edits_undone_by_somebody" CHECK (("order_edits"."undone_at" is null) = ("order_edits"."undone_by" is null))
);
--> statement-breakpoint
ALTER TABLE "order_edits" ADD CONSTRAINT "order_edits_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_edits" ADD CONSTRAINT "order_edits_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_edits" ADD CONSTRAINT "order_edits_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_edits_of_order" ON "order_edits" USING btree ("order_id","created_at");--> statement-breakpoint
-- Programs that have read an order are told when it has changed.
CREATE TRIGGER order_events_edited_to_webhook AFTER INSERT ON order_events
  FOR EACH ROW WHEN (NEW.act = 'edited') EXECUTE FUNCTION order_events_to_webhook();
