import { isCancelled } from "@shop/shared/order/fulfilment";
import type { Order } from "@shop/shared/order/order";
import type { Refund } from "@shop/shared/order/refund";
import { nameOfMethod } from "@shop/shared/shop";
import type { ReactNode } from "react";
import { addressText } from "../../lib/address-text.ts";
import { ArrivalOfOrder } from "../../ui/arrival.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Day } from "../../ui/day.tsx";
import { LineItems } from "../../ui/line-items.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Price } from "../../ui/price.tsx";
import { RefundStatusDot } from "../../ui/refund-status.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import { StateAlert } from "../../ui/state-alert.tsx";
import { OrderSums } from "./order-sums.tsx";
import { OrderTracker } from "./order-tracker.tsx";
import classes from "./order-view.module.css";

type OrderViewProps = {
  order: Order;
  /** Back link above the heading. */
  back?: ReactNode;
  /** Alert under the heading. */
  alert?: ReactNode;
  /** The parcels, under the steps. */
  parcels?: ReactNode;
  /** Payment state, under the payment method. */
  payment: ReactNode;
  /** Actions beside the items; on phones it may contain a sticky bar. */
  actions?: ReactNode;
  /** An offer to the customer, under the summary. */
  offer?: ReactNode;
  /** What of the order is delivered on the page itself, before the address. */
  delivered?: ReactNode;
  /** Order history, under the items. */
  history?: ReactNode;
  /** Messages, notes and mails: under the history on wide screens, last on small ones. */
  correspondence?: ReactNode;
  /** Whether the payment comes before the steps: it is what the viewer has to do, or has just done. */
  isPaymentFirst?: boolean;
};

/** All parts of an order. Printed, it is the receipt. */
export function OrderView({
  order,
  back,
  alert,
  parcels,
  payment,
  actions,
  offer,
  delivered,
  history,
  correspondence,
  isPaymentFirst = false,
}: OrderViewProps) {
  const { shippingAddress: to, user } = order;
  const status = (
    <Panel component="section" className={`${classes.panel} ${classes.status}`} aria-label="Status">
      <OrderTracker order={order} />
      {parcels}
    </Panel>
  );
  return (
    <div className={classes.order}>
      <OrderHead order={order} back={back} />
      {alert !== undefined && <div className={classes.alert}>{alert}</div>}
      {!isPaymentFirst && status}
      <div className={classes.columns}>
        <Part name="order-payment" title="Payment Method" className={classes.payment}>
          <p>{nameOfMethod(order.paymentMethod)}</p>
          {payment}
          <RefundedState order={order} />
        </Part>
        <div className={classes.left}>
          <div className={classes.main}>
            {isPaymentFirst && status}
            {delivered}
            <Part name="order-shipping" title="Shipping">
              <p>
                {user.name}
                {user.email !== "" && (
                  <>
                    {" · "}
                    <a href={`mailto:${user.email}`}>{user.email}</a>
                  </>
                )}
              </p>
              <p>
                {to.name !== undefined && `${to.name}, `}
                {addressText(to)}
              </p>
              {order.delivery !== undefined && <DeliveryOfOrder delivery={order.delivery} />}
              {order.arrival !== null && !isUnpaid(order) && !order.isDelivered && !isCancelled(order) && (
                <ArrivalOfOrder arrival={order.arrival} isCollected={order.delivery?.pickUp !== undefined} />
              )}
            </Part>
            <Part name="order-items" title="Order Items">
              {order.orderItems.length === 0 ? (
                <p className={classes.none}>Order is empty</p>
              ) : (
                <LineItems items={order.orderItems.map((item) => ({ ...item, productId: item.product }))} />
              )}
            </Part>
            {order.refunds.length > 0 && (
              <Part name="order-refunds" title="Refunds" isPlain>
                <OrderRefunds refunds={order.refunds} />
              </Part>
            )}
            {history}
          </div>
          <div className={classes.correspondence}>{correspondence}</div>
        </div>
        <aside className={classes.side}>
          <Part name="order-summary" title="Order Summary">
            <OrderSums order={order} />
          </Part>
          {offer}
          {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        </aside>
      </div>
    </div>
  );
}

/** Whether its days of arrival depend on a payment. */
const isUnpaid = ({ isPaid, paymentMethod }: Order) => !isPaid && paymentMethod !== "On Delivery";

function OrderHead({ order, back }: Pick<OrderViewProps, "order" | "back">) {
  return (
    <header className={classes.head}>
      {back}
      <p className={classes.shopName}>{useShop().name}</p>
      <PageHeading>Order {order._id.slice(-5)}</PageHeading>
      <p className={classes.placed}>
        <span>
          Placed on <Day time={order.createdAt} />
        </span>
        <CopyButton value={order._id} name="order id" />
      </p>
      <p className={classes.fullId}>Order id {order._id}</p>
    </header>
  );
}

type PartProps = {
  /** Id of the heading. */
  name: string;
  title: string;
  isPlain?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** A panel of the order with a heading. */
function Part({ name, title, isPlain = false, className = "", children }: PartProps) {
  return (
    <Panel component="section" isPlain={isPlain} className={`${classes.panel} ${className}`} aria-labelledby={name}>
      <h2 id={name} className={classes.title}>
        {title}
      </h2>
      {children}
    </Panel>
  );
}

/** Refunds of an order with status, date, amount and reason. */
function OrderRefunds({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <ul className={classes.refunds}>
      {refunds.map((refund) => (
        <li key={refund._id} className={classes.refund}>
          <span className={classes.refundAbout}>
            <RefundStatusDot refund={refund} />
            <Day time={refund.completedAt ?? refund.createdAt} className={classes.refundDay} />
          </span>
          <Price amount={refund.amount} isDeduction={refund.status !== "failed"} />
          <p className={classes.refundReason}>{refund.reason ?? "Refunded at the payment provider"}</p>
        </li>
      ))}
    </ul>
  );
}

/** The date of a full refund. Renders nothing while the order is not fully refunded. */
function RefundedState({ order: { isRefunded, refunds } }: { order: Order }) {
  if (!isRefunded) return null;
  const isInProgress = refunds.some(({ status }) => status === "requested" || status === "pending");
  const [last] = refunds
    .flatMap(({ completedAt }) => completedAt ?? [])
    .toSorted()
    .reverse();
  if (isInProgress || last === undefined) return <StateAlert tone="info">The refund is on its way</StateAlert>;
  const isExchanged = refunds.every(({ status, exchange }) => status === "failed" || exchange !== undefined);
  return (
    <StateAlert tone="info">
      {isExchanged ? "Exchanged" : "Refunded"} on <Day time={last} />
    </StateAlert>
  );
}

/** How the order is delivered, and where it can be collected. */
function DeliveryOfOrder({ delivery: { name, pickUp } }: { delivery: NonNullable<Order["delivery"]> }) {
  if (pickUp === undefined) return <p>{name}</p>;
  return (
    <p>
      {name}: {pickUp.address}
      {pickUp.hours !== "" && `, ${pickUp.hours}`}
    </p>
  );
}
