import { Button } from "@mantine/core";
import { acceptChanges, changesOf, clearItems } from "@shop/shared/cart";
import { formatMoney } from "@shop/shared/money";
import { plainMeta } from "@shop/shared/page-data";
import { pages } from "@shop/shared/pages";
import { use, useEffect, useRef } from "react";
import { Navigate, useNavigate } from "react-router-dom";
import { updateCart, useCart } from "../../features/cart/cart-store.ts";
import { ChangesNote } from "../../features/cart/changes-note.tsx";
import { LineChangeNote } from "../../features/cart/line-change-note.tsx";
import { useQuote } from "../../features/cart/use-quote.ts";
import { CheckoutFrame } from "../../features/checkout/checkout-frame.tsx";
import { forgetKey, isUnanswered, keyFor } from "../../features/checkout/order-key.ts";
import { OrderReview } from "../../features/checkout/order-review.tsx";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import {
  cartPath,
  homePath,
  orderPath,
  paymentPath,
  placeOrderPath,
  profilePath,
  shippingPath,
} from "../../lib/paths.ts";
import { hasCode, hasStatus, messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { notify } from "../../ui/notify.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchContext, PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./place-order-page.module.css";

/**
 * Checkout: everything once more, and the order itself. What the shop has
 * changed meanwhile shows on its line, and waits for the shopper's agreement.
 */
export function PlaceOrderPage() {
  const cart = useCart();
  const oneAtATime = useOneAtATime();
  const quote = useQuote();
  const heading = useRef<HTMLHeadingElement>(null);
  const place = usePlaceOrder(quote.askAgain);
  const prefetch = use(PrefetchContext);
  useEffect(() => prefetch(orderPath("")), [prefetch]);

  const { cartItems, shippingAddress, paymentMethod, totalPrice } = cart;
  if (shippingAddress.address === "") return <Navigate to={shippingPath} replace />;
  if (paymentMethod === "") return <Navigate to={paymentPath} replace />;
  const order = {
    orderItems: cartItems.map(({ _id, qty }) => ({ product: _id, qty })),
    shippingAddress,
    paymentMethod,
    expectedTotal: Number(totalPrice),
  };
  // An order that may have gone through already may be the very reason why its units are gone: it is only repeated.
  const changes = changesOf(cart, isUnanswered(order) ? [] : quote.lines);
  const accepted = changes.size === 0 ? undefined : acceptChanges(cart, quote.lines);

  function accept() {
    updateCart((present) => acceptChanges(present, quote.lines));
    place.reset();
    // The button goes with the note.
    heading.current?.focus();
  }

  return (
    <CheckoutFrame
      cart={cart}
      step="Place Order"
      actions={
        <PlaceOrderActions
          error={place.error}
          isPlacing={place.isPending}
          isPossible={cartItems.length > 0 && accepted === undefined}
          about={
            accepted === undefined
              ? `Total ${formatMoney(Number(totalPrice))} with shipping and tax`
              : "Accept the changes in your order first."
          }
          onPlace={() => oneAtATime(() => place.mutateAsync({ ...order, idempotencyKey: keyFor(order) }))}
        />
      }
    >
      <PageMeta meta={plainMeta(pages.placeOrder.title, placeOrderPath)} />
      <div className={classes.head}>
        <PageHeading ref={heading}>Place Order</PageHeading>
        <ChangesNote accepted={accepted} onAccept={accept} />
      </div>
      {cartItems.length === 0 ? (
        <EmptyOrder />
      ) : (
        <OrderReview
          address={shippingAddress}
          method={paymentMethod}
          items={cartItems}
          noteOn={({ _id, price }) =>
            changes.has(_id) ? <LineChangeNote price={price} change={changes.get(_id)} /> : undefined
          }
        />
      )}
    </CheckoutFrame>
  );
}

/** Places the order and opens it. `onOutdated` is told where the shop refuses it for what the cart does not know yet. */
function usePlaceOrder(onOutdated: () => void) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  return trpc.order.place.useMutation({
    onSuccess: async (order) => {
      notify.withdrawErrors();
      utils.order.byId.setData({ id: order._id }, order);
      void utils.order.mine.invalidate();
      // In this order: what is left behind must neither show an emptied cart nor be reached by Back,
      // and the key must outlive the cart that it belongs to.
      await navigate(orderPath(order._id), { replace: true });
      updateCart(clearItems);
      forgetKey();
    },
    onError: (error) => {
      notify.error(messageOf(error, "Failed to place order"));
      const isOutdated = isAboutTheCart(error);
      if (isOutdated || hasCode(error, "UNPAID_UNITS")) forgetKey();
      if (isOutdated) onOutdated();
    },
  });
}

type PlaceOrderActionsProps = {
  error: unknown;
  isPlacing: boolean;
  isPossible: boolean;
  /** What there is to know before pressing. */
  about: string;
  onPlace: () => void;
};

/** The button that places the order, and why it was not placed. */
function PlaceOrderActions({ error, isPlacing, isPossible, about, onPlace }: PlaceOrderActionsProps) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) alert.current?.focus();
  }, [error]);
  return (
    <div className={classes.actions}>
      {error !== null && (
        <ErrorAlert ref={alert} message={messageOf(error, "Something went wrong")} action={<WayOn error={error} />} />
      )}
      <p id="place-order-about" className={classes.about}>
        {about}
      </p>
      <Button
        fullWidth
        disabled={!isPossible}
        aria-disabled={isPlacing || undefined}
        aria-describedby="place-order-about"
        onClick={onPlace}
      >
        {isPlacing ? "Placing Order…" : "Place Order"}
      </Button>
    </div>
  );
}

function EmptyOrder() {
  return (
    <EmptyState
      illustration="bag"
      text="Your cart is empty"
      action={
        <Button component={PrefetchLink} to={homePath} variant="default">
          Go Back
        </Button>
      }
    />
  );
}

/** Whether the shop has moved on since the cart was filled: a price, the stock, a product that is gone. */
function isAboutTheCart(error: unknown): boolean {
  return (hasStatus(error, 409) || hasStatus(error, 404)) && !hasCode(error, "UNPAID_UNITS");
}

/** Where a refused order can be put right. */
function WayOn({ error }: { error: unknown }) {
  const isUnpaid = hasCode(error, "UNPAID_UNITS");
  if (!isUnpaid && !isAboutTheCart(error)) return null;
  return (
    <>
      {isUnpaid && (
        <Button component={PrefetchLink} to={profilePath} variant="default">
          My Orders
        </Button>
      )}
      <Button component={PrefetchLink} to={cartPath} variant="default">
        Review your cart
      </Button>
    </>
  );
}
