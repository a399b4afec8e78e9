import type { Cart } from "@shop/shared/cart/cart";
import { countUnits } from "@shop/shared/cart/cart-items";
import type { ReactNode } from "react";
import { useCartPrice } from "../../lib/cart-price.ts";
import { Price } from "../../ui/price.tsx";
import { TaxRows } from "../../ui/tax-rows.tsx";
import classes from "./order-summary.module.css";

type OrderSummaryProps = {
  cart: Cart;
  /** Collapsed: only the total shows. */
  isFolded: boolean;
  children?: ReactNode;
};

/** The amounts of the order. */
export function OrderSummary({ cart, isFolded, children }: OrderSummaryProps) {
  const units = countUnits(cart);
  const count = (
    <span className={classes.units}>
      ({units} {units === 1 ? "item" : "items"})
    </span>
  );
  if (isFolded) {
    return (
      <details className={classes.summary}>
        <summary className={classes.fold}>
          <span className={classes.foldTitle}>Order Summary {count}</span>
          <Price amount={Number(cart.totalPrice)} className={classes.foldTotal ?? ""} />
        </summary>
        <Sums cart={cart} />
      </details>
    );
  }
  return (
    <section className={classes.summary} aria-labelledby="checkout-sums">
      <h2 id="checkout-sums" className={classes.title}>
        Order Summary {count}
      </h2>
      <Sums cart={cart} />
      {children}
    </section>
  );
}

function Sums({ cart }: { cart: Cart }) {
  const { amounts, methods, method } = useCartPrice(cart);
  return (
    <dl className={classes.list}>
      <dt>Items</dt>
      <dd>
        <Price amount={Number(cart.itemsPrice)} />
      </dd>
      <dt>Shipping{methods.length > 1 && method !== null && ` (${method.name})`}</dt>
      <dd>
        <Price amount={Number(cart.shippingPrice)} />
      </dd>
      <TaxRows amounts={amounts} isIncluded={false} />
      <dt className={classes.total}>Total</dt>
      <dd className={classes.total}>
        <Price amount={Number(cart.totalPrice)} />
      </dd>
      <TaxRows amounts={amounts} isIncluded />
    </dl>
  );
}
