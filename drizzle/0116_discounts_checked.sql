-- outside a transaction
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_amounts_sum";
--> statement-breakpoint
ALTER TABLE "order_items" VALIDATE CONSTRAINT "order_items_discount_in_range";
