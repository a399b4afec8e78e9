import { creditName } from "@shop/shared/credit/credit-name";
import { fromWire, toWire } from "@shop/shared/money";
import { amountToPay } from "@shop/shared/order/amount-to-pay";
import type { Order } from "@shop/shared/order/order";
import { paymentFeeWords } from "@shop/shared/terms-of-sale/delivery-words";
import { Fragment } from "react";
import { Link } from "react-router-dom";
import { orderPath } from "../../lib/paths.ts";
import { DiscountRows } from "../../ui/discount-rows.tsx";
import { Price } from "../../ui/price.tsx";
import { TaxRows } from "../../ui/tax-rows.tsx";
import classes from "./order-sums.module.css";

/** Amounts of an order, the net amount after refunds, and what was sent in exchange for it. */
export function OrderSums({ order }: { order: Order }) {
  return (
    <>
      <Sums order={order} />
      {order.exchangedFor?.map((id) => (
        <p key={id} className={classes.exchanged}>
          Something of it was exchanged: see <OrderLink id={id} />.
        </p>
      ))}
    </>
  );
}

function Sums({ order }: { order: Order }) {
  const { totalPrice, capturedPrice, refundedPrice, exchange, credits = [] } = order;
  const hasCredit = exchange !== undefined || credits.length > 0;
  return (
    <dl className={classes.sums}>
      <dt>Items</dt>
      <dd>
        <Price amount={order.itemsPrice} />
      </dd>
      <DiscountRows discounts={order.discounts} />
      <dt>
        Shipping{order.delivery !== undefined && ` (${order.delivery.name})`}
        {paymentFeeWords(order.delivery?.paymentFee ?? 0)}
      </dt>
      <dd>
        <Price amount={order.shippingPrice} />
      </dd>
      <TaxRows amounts={order} isIncluded={false} />
      <dt className={classes.total}>Total</dt>
      <dd className={classes.total}>
        <Price amount={totalPrice} />
      </dd>
      <TaxRows amounts={order} isIncluded />
      {exchange !== undefined && (
        <>
          <dt>
            Exchanged for <OrderLink id={exchange.of} />
          </dt>
          <dd>
            <Price amount={exchange.credit} isDeduction />
          </dd>
        </>
      )}
      {credits.map((credit, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one card can pay twice, and they are listed in their order
        <Fragment key={n}>
          <dt>{creditName(credit)}</dt>
          <dd>
            <Price amount={credit.amount} isDeduction />
          </dd>
        </Fragment>
      ))}
      {hasCredit && !order.isPaid && order.cancellation === null && (
        <>
          <dt className={classes.net}>To pay</dt>
          <dd className={classes.net}>
            <Price amount={amountToPay(order)} />
          </dd>
        </>
      )}
      {refundedPrice > 0 && (
        <>
          {/* Shown when it differs from the total, such as after a double payment: the net is based on it. */}
          {capturedPrice !== totalPrice && exchange === undefined && (
            <>
              <dt>Paid</dt>
              <dd>
                <Price amount={capturedPrice} />
              </dd>
            </>
          )}
          <dt>{refundedText(order)}</dt>
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

function OrderLink({ id }: { id: string }) {
  return <Link to={orderPath(id)}>order {id.slice(-5)}</Link>;
}

/** What became of the money that did not stay with the order. */
function refundedText({ refunds }: Order): string {
  const made = refunds.filter(({ status }) => status !== "failed");
  if (made.every(({ asCredit }) => asCredit === true)) return "Refunded as credit";
  const exchanged = made.filter(({ exchange }) => exchange !== undefined);
  if (exchanged.length === 0) return "Refunded";
  return exchanged.length === made.length ? "Exchanged" : "Refunded and exchanged";
}

/** Captured minus refunded amount, computed in integer cents. */
function netOf({ capturedPrice, refundedPrice }: Order): number {
  return toWire((fromWire(capturedPrice) ?? 0) - (fromWire(refundedPrice) ?? 0));
}
