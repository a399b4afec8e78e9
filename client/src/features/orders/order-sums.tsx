import { fromWire, toWire } from "@shop/shared/money";
import type { Order } from "@shop/shared/order";
import { taxPercent } from "@shop/shared/shop";
import { Price } from "../../ui/price.tsx";
import classes from "./order-sums.module.css";

/** What an order comes to, and what is left of it after refunds. */
export function OrderSums({ order }: { order: Order }) {
  const { refundedPrice } = order;
  const net = netOf(order);
  return (
    <dl className={classes.sums}>
      <dt>Items</dt>
      <dd>
        <Price amount={order.itemsPrice} />
      </dd>
      <dt>Shipping</dt>
      <dd>
        <Price amount={order.shippingPrice} />
      </dd>
      <dt>Tax ({taxPercent}%)</dt>
      <dd>
        <Price amount={order.taxPrice} />
      </dd>
      <dt className={classes.total}>Total</dt>
      <dd className={classes.total}>
        <Price amount={order.totalPrice} />
      </dd>
      {refundedPrice > 0 && (
        <>
          <dt>Refunded</dt>
          <dd>
            <Price amount={refundedPrice} isDeduction />
          </dd>
        </>
      )}
      {net !== null && (
        <>
          <dt className={classes.net}>Net</dt>
          <dd className={classes.net}>
            <Price amount={net} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** The total less what went back; `null` where nothing did, or where more was taken than the total, as of an order paid twice. */
function netOf({ totalPrice, refundedPrice, isRefunded }: Order): number | null {
  if (refundedPrice === 0) return null;
  if (isRefunded) return 0;
  const cents = (fromWire(totalPrice) ?? 0) - (fromWire(refundedPrice) ?? 0);
  return cents > 0 ? toWire(cents) : null;
}
