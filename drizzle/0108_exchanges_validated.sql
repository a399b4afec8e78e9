-- outside a transaction
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_from_refund_id_refunds_id_fk";
--> statement-breakpoint
ALTER TABLE "payments" VALIDATE CONSTRAINT "payments_of_exchange";
