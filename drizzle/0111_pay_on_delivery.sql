ALTER TABLE "orders" DROP CONSTRAINT "orders_steps_in_order",
ADD CONSTRAINT "orders_steps_in_order" CHECK (("orders"."confirmed_at" is null or "orders"."confirmed_at" >= "orders"."paid_at" is true
          or "orders"."payment_method" = 'On Delivery')
        and ("orders"."processed_at" is null or "orders"."processed_at" >= "orders"."confirmed_at" is true)
        and ("orders"."shipped_at" is null or "orders"."shipped_at" >= "orders"."processed_at" is true)
        and ("orders"."delivered_at" is null or "orders"."delivered_at" >= "orders"."shipped_at" is true)) NOT VALID;
