import type { Cart } from "@shop/shared/cart/cart";
import { countUnits } from "@shop/shared/cart/cart-items";
import { fromWire, toWire } from "@shop/shared/money";
import { paymentFeeWords } from "@shop/shared/terms-of-sale/delivery-words";
import type { ReactNode } from "react";
import { useCartPrice } from "../../lib/cart-price.ts";
import { DiscountRows } from "../../ui/discount-rows.tsx";
import { Price } from "../../ui/price.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { TaxRows } from "../../ui/tax-rows.tsx";
import classes from "./order-summary.module.css";

type OrderSummaryProps = {
  cart: Cart;
  /** Whether the items are shown, where the screen does not list them itself. */
  hasItems: boolean;
  /** Collapsed: only the total shows. */
  isFolded: boolean;
  children?: ReactNode;
};

/** The amounts of the order. */
export function OrderSummary({ cart, hasItems, isFolded, children }: OrderSummaryProps) {
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
        {hasItems && <Items cart={cart} />}
        <Sums cart={cart} />
      </details>
    );
  }
  return (
    <section className={classes.summary} aria-labelledby="checkout-sums">
      <h2 id="checkout-sums" className={classes.title}>
        Order Summary {count}
      </h2>
      {hasItems && <Items cart={cart} />}
      <Sums cart={cart} />
      {children}
    </section>
  );
}

/** A long order is told by its first items. */
const itemsMax = 5;

/** What is ordered, without links, which would lead out of the checkout. */
function Items({ cart: { cartItems } }: { cart: Cart }) {
  return (
    <ul className={classes.items}>
      {cartItems.slice(0, itemsMax).map(({ _id, name, category, image, qty, price }) => (
        <li key={_id} className={classes.item}>
          <ProductImage image={image} alt="" sizes="48px" of={{ name, category }} className={classes.image ?? ""} />
          <span className={classes.name}>
            {name} <span className={classes.units}>× {qty}</span>
          </span>
          <Price amount={toWire((fromWire(price) ?? 0) * qty)} />
        </li>
      ))}
      {cartItems.length > itemsMax && <li className={classes.units}>and {cartItems.length - itemsMax} more</li>}
    </ul>
  );
}

function Sums({ cart }: { cart: Cart }) {
  const { amounts, methods, method, discounts } = useCartPrice(cart);
  return (
    <dl className={classes.list}>
      <dt>Items</dt>
      <dd>
        <Price amount={Number(cart.itemsPrice)} />
      </dd>
      <DiscountRows discounts={discounts} />
      <dt>
        Shipping{methods.length > 1 && method !== null && ` (${method.name})`}
        {cart.paymentMethod === "On Delivery" && paymentFeeWords(toWire(method?.onDelivery?.fee ?? 0))}
      </dt>
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
