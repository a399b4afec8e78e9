-- outside a transaction
ALTER TABLE "admin_acts" VALIDATE CONSTRAINT "admin_acts_api_key_id_api_keys_id_fk";
--> statement-breakpoint
ALTER TABLE "order_events" VALIDATE CONSTRAINT "order_events_api_key_id_api_keys_id_fk";
