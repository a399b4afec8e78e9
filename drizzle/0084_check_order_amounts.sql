-- outside a transaction
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_amounts_sum";
