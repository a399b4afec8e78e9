import { fromWire, toWire } from "@shop/shared/money";
import type { Order } from "@shop/shared/order/order";
import { Price } from "../../ui/price.tsx";
import { TaxRows } from "../../ui/tax-rows.tsx";
import classes from "./order-sums.module.css";

/** Amounts of an order, and the net amount after refunds. */
export function OrderSums({ order }: { order: Order }) {
  const { totalPrice, capturedPrice, refundedPrice } = order;
  return (
    <dl className={classes.sums}>
      <dt>Items</dt>
      <dd>
        <Price amount={order.itemsPrice} />
      </dd>
      <dt>Shipping{order.delivery !== undefined && ` (${order.delivery.name})`}</dt>
      <dd>
        <Price amount={order.shippingPrice} />
      </dd>
      <TaxRows amounts={order} isIncluded={false} />
      <dt className={classes.total}>Total</dt>
      <dd className={classes.total}>
        <Price amount={totalPrice} />
      </dd>
      <TaxRows amounts={order} isIncluded />
      {refundedPrice > 0 && (
        <>
          {/* Shown when it differs from the total, such as after a double payment: the net is based on it. */}
          {capturedPrice !== totalPrice && (
            <>
              <dt>Paid</dt>
              <dd>
                <Price amount={capturedPrice} />
              </dd>
            </>
          )}
          <dt>Refunded</dt>
          <dd>
            <Price amount={refundedPrice} isDeduction />
          </dd>
          <dt className={classes.net}>Net</dt>
          <dd className={classes.net}>
            <Price amount={netOf(order)} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** Captured minus refunded amount, computed in integer cents. */
function netOf({ capturedPrice, refundedPrice }: Order): number {
  return toWire((fromWire(capturedPrice) ?? 0) - (fromWire(refundedPrice) ?? 0));
}
