import type { Order } from "@shop/shared/order";
import { taxPercent } from "@shop/shared/shop";
import type { ReactNode } from "react";
import { Day } from "../../ui/day.tsx";
import { Glass } from "../../ui/glass.tsx";
import { LineItems } from "../../ui/line-items.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Price } from "../../ui/price.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import { CopyOrderId } from "./copy-order-id.tsx";
import { OrderTracker } from "./order-tracker.tsx";
import classes from "./order-view.module.css";

type OrderViewProps = {
  order: Order;
  /** The way back to where one came from, above the heading. */
  back?: ReactNode;
  /** How the order stands with its payment, under the method. */
  payment: ReactNode;
  /** What can be done about the order, under its sums; on phones as far as it likes to be the page's own. */
  actions?: ReactNode;
  /** What happened to the order, under its items. */
  history?: ReactNode;
};

/** An order with everything that belongs to it; on paper it is the receipt. */
export function OrderView({ order, back, payment, actions, history }: OrderViewProps) {
  const { shippingAddress: to, user } = order;
  return (
    <div className={classes.order}>
      <header className={classes.head}>
        {back}
        <p className={classes.shopName}>{useShop().name}</p>
        <PageHeading>Order {order._id.slice(-5)}</PageHeading>
        <p className={classes.placed}>
          <span>
            Placed on <Day time={order.createdAt} />
          </span>
          <CopyOrderId id={order._id} />
        </p>
        <p className={classes.fullId}>Order id {order._id}</p>
      </header>
      <Glass component="section" className={`${classes.pane} ${classes.status}`} aria-label="Status">
        <OrderTracker order={order} />
      </Glass>
      <div className={classes.columns}>
        <Glass component="section" className={`${classes.pane} ${classes.payment}`} aria-labelledby="order-payment">
          <h2 id="order-payment" className={classes.title}>
            Payment Method
          </h2>
          <p>{order.paymentMethod}</p>
          {payment}
        </Glass>
        <div className={classes.main}>
          <Glass component="section" className={classes.pane} aria-labelledby="order-shipping">
            <h2 id="order-shipping" className={classes.title}>
              Shipping
            </h2>
            <p>
              {user.name} · <a href={`mailto:${user.email}`}>{user.email}</a>
            </p>
            <p>
              {to.address}, {to.city} {to.postalCode}, {to.country}
            </p>
          </Glass>
          <Glass component="section" className={classes.pane} aria-labelledby="order-items">
            <h2 id="order-items" className={classes.title}>
              Order Items
            </h2>
            {order.orderItems.length === 0 ? (
              <p className={classes.none}>Order is empty</p>
            ) : (
              <LineItems items={order.orderItems.map((item) => ({ ...item, productId: item.product }))} />
            )}
          </Glass>
          {history}
        </div>
        <aside className={classes.side}>
          <Glass component="section" className={classes.pane} aria-labelledby="order-summary">
            <h2 id="order-summary" className={classes.title}>
              Order Summary
            </h2>
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
            </dl>
          </Glass>
          {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        </aside>
      </div>
    </div>
  );
}
