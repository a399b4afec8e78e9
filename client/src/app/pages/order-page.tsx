import { isCancelled } from "@shop/shared/order/fulfilment";
import type { Order } from "@shop/shared/order/order";
import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { useEffect } from "react";
import { useParams } from "react-router-dom";
import { useSignedIn } from "../../features/account/session-store.ts";
import { BackToOrders } from "../../features/admin/orders/back-to-orders.tsx";
import { BuyAgain } from "../../features/cart/buy-again.tsx";
import { CancelOwnOrder } from "../../features/orders/cancel-own-order.tsx";
import { CancelledAlert } from "../../features/orders/cancelled-alert.tsx";
import { OrderAlert } from "../../features/orders/order-alert.tsx";
import { OrderHistory } from "../../features/orders/order-history.tsx";
import { OrderParcels } from "../../features/orders/order-parcels.tsx";
import { OrderSkeleton } from "../../features/orders/order-skeleton.tsx";
import classes from "../../features/orders/order-view.module.css";
import { OrderView } from "../../features/orders/order-view.tsx";
import { useNoteSearches } from "../../features/orders/use-note-searches.ts";
import { WithdrawalLink } from "../../features/orders/withdrawal-link.tsx";
import { OrderPayment } from "../../features/payment/order-payment.tsx";
import { lazyPart } from "../../lib/lazy-part.tsx";
import { orderPath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { hasStatus, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { missingPart } from "../../ui/missing-part.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { OrderMissing } from "./order-missing.tsx";

// Lazy because customers do not need the admin code.
const OrderMatters = lazyPart(
  "order-matters",
  () => import("../../features/admin/orders/order-matters.tsx").then((part) => part.OrderMatters),
  { failed: missingPart("The open matters of this order could not be loaded.") },
);
const OrderActions = lazyPart(
  "order-actions",
  () => import("../../features/admin/orders/order-actions.tsx").then((part) => part.OrderActions),
  {
    loading: () => <Skeleton height="16rem" />,
    failed: missingPart("What can be done with this order could not be loaded. Nothing was changed."),
  },
);

const OrderMails = lazyPart(
  "order-mails",
  () => import("../../features/admin/mails/order-mails.tsx").then((part) => part.OrderMails),
  { loading: () => <Skeleton height="8rem" />, failed: missingPart("The mails of this order could not be loaded.") },
);

/** Lazy, because it stands below what everybody comes for. */
const OrderMessages = lazyPart(
  "order-messages",
  () => import("../../features/orders/order-messages.tsx").then((part) => part.OrderMessages),
  { loading: () => <Skeleton height="16rem" />, failed: missingPart("The messages could not be loaded.") },
);

/** Lazy, because few orders come back. */
const OrderReturns = lazyPart(
  "order-returns",
  () => import("../../features/orders/order-returns.tsx").then((part) => part.OrderReturns),
  { failed: missingPart("The returns could not be loaded.") },
);
const ReturnActs = lazyPart(
  "return-acts",
  () => import("../../features/admin/orders/return-acts.tsx").then((part) => part.ReturnActs),
  { failed: missingPart("What can be done about this return could not be loaded.") },
);
const OrderEdits = lazyPart(
  "order-edits",
  () => import("../../features/admin/orders/edit/order-edits.tsx").then((part) => part.OrderEdits),
  { failed: missingPart("The changes could not be loaded.") },
);
const OrderBackground = lazyPart(
  "order-background",
  () => import("../../features/admin/orders/order-background.tsx").then((part) => part.OrderBackground),
  { loading: () => <Skeleton height="12rem" />, failed: missingPart("The notes could not be loaded.") },
);

/** Lazy, because it is shown after a purchase only. Nobody misses it. */
const PasskeyOffer = lazyPart(
  "passkey-offer",
  () => import("../../features/account/passkey-offer.tsx").then((part) => part.PasskeyOffer),
  { failed: () => null },
);

/** Lazy, because only guest customers need it. */
const KeepOrders = lazyPart(
  "keep-orders",
  () => import("../../features/account/keep-orders.tsx").then((part) => part.KeepOrders),
  { failed: () => null },
);

/** Lazy, because few orders have them. */
const BoughtGiftCards = lazyPart(
  "bought-gift-cards",
  () => import("../../features/gift-cards/bought-gift-cards.tsx").then((part) => part.BoughtGiftCards),
  {
    loading: () => <Skeleton height="12rem" />,
    failed: missingPart("Your gift cards could not be shown. The codes are in our mail as well."),
  },
);

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Whether an order was paid in the last hour, or placed then where the shop takes no payments. */
function isFresh({ paidAt, createdAt }: Order, takesPayments: boolean): boolean {
  const time = takesPayments ? paidAt : createdAt;
  return time !== null && Date.now() - Date.parse(time) < hourMs;
}

/**
 * Whether the shop has a form for withdrawals, and it means something for the order: it is paid or will be on delivery, its
 * days are not over, it was not cancelled, and the customer has not withdrawn from it. An unpaid order lapses by itself. The
 * form is in the footer in any case.
 */
function canWithdraw(order: Order, returnsDays: number | undefined): boolean {
  const { matters, isPaid, isRefunded, isWithdrawn, cancellation, deliveredAt, paymentMethod } = order;
  const isSold = isPaid || paymentMethod === "On Delivery";
  if (returnsDays === undefined || !isSold || isRefunded || isWithdrawn || cancellation !== null) return false;
  // A day more, because days begin at midnight in the shop's time zone.
  const isOver = deliveredAt !== null && Date.now() > Date.parse(deliveredAt) + (returnsDays + 1) * dayMs;
  return !isOver && matters.every(({ kind }) => kind !== "withdrawal");
}

/** Whether something of an order can come back, or comes back. */
function hasReturns(order: Order, isAdmin: boolean, returnsDays: number | undefined): boolean {
  const isAskedFor = order.matters.some(({ kind }) => kind === "return");
  return isAskedFor || (isUnderWay(order) && (isAdmin || returnsDays !== undefined));
}

/** Whether there are codes for its buyer, or will be. */
function hasGiftCards({ isPaid, cancellation, orderItems }: Order): boolean {
  return isPaid && cancellation === null && orderItems.some(({ isGiftCard }) => isGiftCard === true);
}

/** Whether there is something to follow. */
function isUnderWay({ isShipped, isPartlyShipped }: Order): boolean {
  return isShipped || isPartlyShipped;
}

/** One order, for its customer and for admins. */
export function OrderPage() {
  const { id = "" } = useParams();
  const signedIn = useSignedIn();
  const isAdmin = signedIn?.isAdmin ?? false;
  const { payments, returnsDays } = useShop();
  const order = trpc.order.byId.useQuery({ id }, cachedBriefly);
  useNoteSearches(isAdmin ? undefined : order.data);
  useEffect(() => {
    // Loads the code in parallel with the order.
    if (!isAdmin) return;
    OrderMatters.preload();
    OrderActions.preload();
    OrderMails.preload();
    OrderBackground.preload();
  }, [isAdmin]);
  // Cached data takes precedence over a failed refetch, unless the order no longer exists.
  if (hasStatus(order.error, 404)) return <OrderNotFound id={id} />;
  const meta = <PageMeta meta={plainMeta(pages.order.title({ id }), orderPath(id))} />;
  if (order.data !== undefined) {
    return (
      <>
        {meta}
        <OrderView
          order={order.data}
          isPaymentFirst={!isAdmin && !isUnderWay(order.data) && !isCancelled(order.data)}
          back={isAdmin && <BackToOrders />}
          alert={
            <>
              <CancelledAlert order={order.data} isAdmin={isAdmin} />
              {isAdmin ? <OrderMatters key={id} order={order.data} /> : <OrderAlert matters={order.data.matters} />}
            </>
          }
          parcels={!isAdmin && <OrderParcels {...order.data} />}
          payment={<OrderPayment key={id} order={order.data} canPay={!isAdmin} />}
          {...(isAdmin ? { actions: <OrderActions key={id} order={order.data} /> } : {})}
          offer={
            !isAdmin && (
              <>
                {(order.data.isPaid || isCancelled(order.data)) && <BuyAgain lines={order.data.orderItems} />}
                <CancelOwnOrder key={id} order={order.data} />
                {canWithdraw(order.data, returnsDays) && <WithdrawalLink order={order.data} />}
                {signedIn?.isGuest === true ? (
                  <KeepOrders email={signedIn.email} />
                ) : (
                  isFresh(order.data, payments !== "off") && <PasskeyOffer />
                )}
              </>
            )
          }
          delivered={!isAdmin && hasGiftCards(order.data) && <BoughtGiftCards key={`gift cards ${id}`} orderId={id} />}
          history={<OrderHistory key={id} order={order.data} isLocalTime={!isAdmin} />}
          correspondence={
            <>
              {hasReturns(order.data, isAdmin, returnsDays) && (
                <OrderReturns
                  key={`returns ${id}`}
                  order={order.data}
                  isAdmin={isAdmin}
                  {...(isAdmin
                    ? { acts: (one) => <ReturnActs orderId={id} isShipped={order.data.isShipped} one={one} /> }
                    : {})}
                />
              )}
              {isAdmin && <OrderEdits key={`edits ${id}`} orderId={id} isPaid={order.data.isPaid} />}
              <OrderMessages key={`messages ${id}`} orderId={id} isAdmin={isAdmin} />
              {isAdmin && <OrderBackground key={`background ${id}`} orderId={id} />}
              {isAdmin && <OrderMails key={`mails ${id}`} orderId={id} />}
            </>
          }
        />
      </>
    );
  }
  return (
    <div className={classes.order}>
      {meta}
      <header className={classes.head}>
        <PageHeading>Order {id.slice(-5)}</PageHeading>
        <p className={classes.placed} data-coming />
      </header>
      {order.isError ? (
        <ErrorAlert
          message={messageOf(order.error, "Failed to load order")}
          onRetry={() => void order.refetch()}
          isRetrying={order.isFetching}
        />
      ) : (
        <OrderSkeleton />
      )}
    </div>
  );
}

function OrderNotFound({ id }: { id: string }) {
  return (
    <div className={classes.order}>
      <PageMeta meta={plainMeta("Order not found", orderPath(id))} />
      <PageHeading isHidden>Order not found</PageHeading>
      <OrderMissing />
    </div>
  );
}
