import { type Cart, countUnits } from "@shop/shared/cart";
import { taxPercent } from "@shop/shared/shop";
import type { ReactNode } from "react";
import { Price } from "../../ui/price.tsx";
import classes from "./order-summary.module.css";

/** What the order costs, part by part: open beside the step on wide screens, folded with its total on small ones. */
export function OrderSummary({ cart, children }: { cart: Cart; children?: ReactNode }) {
  const units = countUnits(cart);
  return (
    <section className={classes.summary}>
      <details className={classes.fold} open={window.matchMedia("(min-width: 62em)").matches}>
        <summary className={classes.head}>
          <span>
            Order Summary{" "}
            <span className={classes.units}>
              ({units} {units === 1 ? "item" : "items"})
            </span>
          </span>
          <Price amount={Number(cart.totalPrice)} className={classes.headTotal ?? ""} />
        </summary>
        <dl className={classes.list}>
          <dt>Items</dt>
          <dd>
            <Price amount={Number(cart.itemsPrice)} />
          </dd>
          <dt>Shipping</dt>
          <dd>
            <Price amount={Number(cart.shippingPrice)} />
          </dd>
          <dt>Tax ({taxPercent}%)</dt>
          <dd>
            <Price amount={Number(cart.taxPrice)} />
          </dd>
          <dt className={classes.total}>Total</dt>
          <dd className={classes.total}>
            <Price amount={Number(cart.totalPrice)} />
          </dd>
        </dl>
      </details>
      {children}
    </section>
  );
}
