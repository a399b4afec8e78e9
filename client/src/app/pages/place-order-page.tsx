import { Button } from "@mantine/core";
import { acceptChanges, changesOf, clearItems } from "@shop/shared/cart";
import { formatMoney } from "@shop/shared/money";
import { plainMeta } from "@shop/shared/page-data";
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
import { cartPath, homePath, orderPath, paymentPath, placeOrderPath, shippingPath } from "../../lib/paths.ts";
import { hasStatus, messageOf } from "../../lib/request-failure.ts";
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
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const oneAtATime = useOneAtATime();
  const quote = useQuote();
  const heading = useRef<HTMLHeadingElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const place = trpc.order.place.useMutation({
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
      if (!isAboutTheCart(error)) return;
      forgetKey();
      quote.askAgain();
    },
  });
  const { error } = place;
  const prefetch = use(PrefetchContext);
  useEffect(() => prefetch(orderPath("")), [prefetch]);
  useEffect(() => {
    if (error !== null) alert.current?.focus();
  }, [error]);

  const { cartItems, shippingAddress, paymentMethod, totalPrice } = cart;
  if (shippingAddress.address === "") return <Navigate to={shippingPath} replace />;
  if (paymentMethod === "") return <Navigate to={paymentPath} replace />;
  const isEmpty = cartItems.length === 0;
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
        <div className={classes.actions}>
          {error !== null && (
            <ErrorAlert
              ref={alert}
              message={messageOf(error, "Something went wrong")}
              action={
                isAboutTheCart(error) && (
                  <Button component={PrefetchLink} to={cartPath} variant="default">
                    Review your cart
                  </Button>
                )
              }
            />
          )}
          <p id="place-order-about" className={classes.about}>
            {accepted === undefined
              ? `Total ${formatMoney(Number(totalPrice))} with shipping and tax`
              : "Accept the changes in your order first."}
          </p>
          <Button
            fullWidth
            disabled={isEmpty || accepted !== undefined}
            aria-disabled={place.isPending || undefined}
            aria-describedby="place-order-about"
            onClick={() => oneAtATime(() => place.mutateAsync({ ...order, idempotencyKey: keyFor(order) }))}
          >
            {place.isPending ? "Placing Order…" : "Place Order"}
          </Button>
        </div>
      }
    >
      <PageMeta meta={plainMeta("Place Order", placeOrderPath)} />
      <div className={classes.head}>
        <PageHeading ref={heading}>Place Order</PageHeading>
        <ChangesNote accepted={accepted} onAccept={accept} />
      </div>
      {isEmpty ? (
        <EmptyState
          drawing="bag"
          text="Your cart is empty"
          action={
            <Button component={PrefetchLink} to={homePath} variant="default">
              Go Back
            </Button>
          }
        />
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

/** Whether the shop has moved on since the cart was filled: a price, the stock, a product that is gone. */
function isAboutTheCart(error: unknown): boolean {
  return hasStatus(error, 409) || hasStatus(error, 404);
}
