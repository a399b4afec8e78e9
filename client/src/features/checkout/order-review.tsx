import type { ShippingAddress } from "@shop/shared/cart/cart";
import type { CartItem } from "@shop/shared/cart/cart-items";
import { nameOfMethod, type PaymentMethod } from "@shop/shared/shop";
import { areGiftCards } from "@shop/shared/terms-of-sale/gift-card-class";
import type { DeliveryMethod } from "@shop/shared/terms-of-sale/terms-of-sale";
import type { ReactNode } from "react";
import { addressText } from "../../lib/address-text.ts";
import { paymentPath, shippingPath } from "../../lib/paths.ts";
import { ArrivalOfToday } from "../../ui/arrival.tsx";
import { LineItems } from "../../ui/line-items.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./order-review.module.css";

type OrderReviewProps = {
  address: ShippingAddress;
  method: PaymentMethod;
  /** How it is delivered; null where there is no choice. */
  delivery: DeliveryMethod | null;
  items: readonly CartItem[];
  /** The items as they can be ordered now. */
  today: readonly CartItem[];
  /** Renders a note for an item, if it has one. */
  renderNote: (item: CartItem) => ReactNode | undefined;
};

/** Address, payment method and items before the order is placed, each with an edit link. */
export function OrderReview({ address, method, delivery, items, today, renderNote }: OrderReviewProps) {
  return (
    <div className={classes.review}>
      <section className={classes.part} aria-labelledby="review-shipping">
        <div className={classes.head}>
          <h2 id="review-shipping" className={classes.title}>
            Shipping
          </h2>
          <PrefetchLink to={shippingPath} aria-label="Edit shipping address">
            Edit
          </PrefetchLink>
        </div>
        <p>
          {address.name !== undefined && `${address.name}, `}
          {addressText(address)}
        </p>
        {delivery !== null && <p>{delivery.name}</p>}
        {delivery?.pickUp != null && (
          <p>
            {delivery.pickUp.address}. {delivery.pickUp.hours}
          </p>
        )}
        {areGiftCards(items) ? <p>By email, once it is paid</p> : <ArrivalOfToday method={delivery} />}
      </section>
      <section className={classes.part} aria-labelledby="review-payment">
        <div className={classes.head}>
          <h2 id="review-payment" className={classes.title}>
            Payment Method
          </h2>
          <PrefetchLink to={paymentPath} aria-label="Edit payment method">
            Edit
          </PrefetchLink>
        </div>
        <p>{nameOfMethod(method)}</p>
      </section>
      <section className={classes.part} aria-labelledby="review-items">
        <h2 id="review-items" className={classes.title}>
          Order Items
        </h2>
        <LineItems
          items={items.map((item) => {
            const current = today.find(({ _id }) => _id === item._id);
            const isGone = current === undefined;
            return { ...(current ?? item), productId: item._id, isGone, note: renderNote(item) };
          })}
        />
      </section>
    </div>
  );
}
