import { Button } from "@mantine/core";
import type { Cart } from "@shop/shared/cart/cart";
import { sentGoods } from "@shop/shared/cart/price-cart";
import { toWire } from "@shop/shared/money";
import { freeDeliveryGap } from "@shop/shared/terms-of-sale/delivery-methods";
import { freeFromWords } from "@shop/shared/terms-of-sale/delivery-words";
import { areGiftCards } from "@shop/shared/terms-of-sale/gift-card-class";
import type { PricedMethod } from "@shop/shared/terms-of-sale/terms-of-sale";
import type { ReactNode } from "react";
import { useCartPrice } from "../../lib/cart-price.ts";
import { loginPath, shippingPath } from "../../lib/paths.ts";
import { ArrivalOfToday } from "../../ui/arrival.tsx";
import { DiscountRows } from "../../ui/discount-rows.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { Price } from "../../ui/price.tsx";
import { TaxRows } from "../../ui/tax-rows.tsx";
import { useWaysToPay } from "../../ui/ways-to-pay.ts";
import classes from "./cart-summary.module.css";
import { subtotalLabel } from "./subtotal-label.ts";

type CartSummaryProps = {
  cart: Cart;
  isEmpty: boolean;
  /** Whether price or stock changes must be accepted first. */
  isBlocked: boolean;
  /** Why no order can be placed of it. */
  limit: string | undefined;
  /** The codes of the cart. */
  codes: ReactNode;
  /** A way to buy without the steps of the checkout. */
  express?: ReactNode;
};

/** Amounts of the cart, with shipping and tax, and the checkout button. */
export function CartSummary({ cart, isEmpty, isBlocked, limit, codes, express }: CartSummaryProps) {
  const { amounts, method, discounts } = useCartPrice(cart);
  const { isPayable } = useWaysToPay();
  const reason = isBlocked ? "Accept the changes in your cart first." : limit;
  return (
    <section className={classes.summary} aria-labelledby="cart-summary">
      <div className={classes.parts} data-empty={isEmpty || undefined}>
        <div className={classes.subtotal}>
          <h2 id="cart-summary" className={classes.heading}>
            {subtotalLabel(cart)}
          </h2>
          {!isEmpty && <Price amount={Number(cart.itemsPrice)} className={classes.amount ?? ""} />}
        </div>
        {!isEmpty && (
          <>
            {method !== null && <FreeShipping itemsCents={sentGoods(cart).subtotal} method={method} />}
            <dl className={classes.list}>
              <DiscountRows discounts={discounts} />
              <dt>Shipping</dt>
              <dd>{Number(cart.shippingPrice) === 0 ? "Free" : <Price amount={Number(cart.shippingPrice)} />}</dd>
              <TaxRows amounts={amounts} isIncluded={false} />
              <TaxRows amounts={amounts} isIncluded />
            </dl>
            {codes}
            {areGiftCards(cart.cartItems) ? (
              <p className={classes.arrival}>By email, once it is paid</p>
            ) : (
              <ArrivalOfToday className={classes.arrival} />
            )}
          </>
        )}
      </div>
      <div className={classes.bar} data-next-action>
        {!isEmpty && !isBlocked && (
          <p className={classes.total}>
            <span className={classes.totalLabel}>Estimated total</span>{" "}
            <Price amount={Number(cart.totalPrice)} className={classes.amount ?? ""} />
          </p>
        )}
        {!isEmpty && !isPayable && <p className={classes.waits}>This shop takes no online payments at the moment.</p>}
        {reason !== undefined && (
          <p id="checkout-waits" className={classes.waits}>
            {reason}
          </p>
        )}
        {isEmpty || reason !== undefined ? (
          <Button
            className={classes.proceed ?? ""}
            disabled
            {...(reason !== undefined ? { "aria-describedby": "checkout-waits" } : {})}
          >
            Proceed To Checkout
          </Button>
        ) : (
          <Button className={classes.proceed ?? ""} component={PrefetchLink} to={loginPath(shippingPath)}>
            Proceed To Checkout
          </Button>
        )}
      </div>
      {!isEmpty && reason === undefined && <div className={classes.express}>{express}</div>}
    </section>
  );
}

/** Progress towards free shipping. Hidden once reached, because the shipping amount shows "Free". */
function FreeShipping({ itemsCents, method }: { itemsCents: number; method: PricedMethod }) {
  const gapCents = freeDeliveryGap(method, itemsCents);
  if (method.freeFrom === null || gapCents === 0) return null;
  return (
    <div className={classes.progress}>
      <p className={classes.free}>Free shipping {freeFromWords(method.freeFrom)}</p>
      <p>
        Add <Price amount={toWire(gapCents)} className={classes.gap ?? ""} /> for free shipping
      </p>
      <span className={classes.track} aria-hidden="true">
        <span className={classes.fill} style={{ width: `${(100 * itemsCents) / method.freeFrom}%` }} />
      </span>
    </div>
  );
}
