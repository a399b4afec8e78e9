-- outside a transaction
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_steps_in_order";
