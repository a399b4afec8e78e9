-- outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "payments_of_refund" ON "payments" USING btree ("from_refund_id") WHERE "payments"."from_refund_id" is not null;
