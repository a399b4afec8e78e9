import { Button } from "@mantine/core";
import { clearItems } from "@shop/shared/cart";
import { plainMeta } from "@shop/shared/page-data";
import { useEffect, useRef } from "react";
import { Navigate, useNavigate } from "react-router-dom";
import { updateCart, useCart } from "../../features/cart/cart-store.ts";
import { CheckoutFrame } from "../../features/checkout/checkout-frame.tsx";
import { CheckoutSteps } from "../../features/checkout/checkout-steps.tsx";
import { forgetKey, keyFor } from "../../features/checkout/order-key.ts";
import { OrderReview } from "../../features/checkout/order-review.tsx";
import { OrderSummary } from "../../features/checkout/order-summary.tsx";
import { homePath, orderPath, paymentPath, placeOrderPath, shippingPath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { notify } from "../../ui/notify.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import classes from "./place-order-page.module.css";

/** Checkout: everything once more, and the order itself. */
export function PlaceOrderPage() {
  const cart = useCart();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const alert = useRef<HTMLDivElement>(null);
  const place = trpc.order.place.useMutation({
    onSuccess: (order) => {
      forgetKey();
      utils.order.byId.setData({ id: order._id }, order);
      // In this order: an emptied cart must not be what Back returns to.
      void navigate(orderPath(order._id), { replace: true });
      updateCart(clearItems);
    },
    onError: (error) => notify.error(messageOf(error, "Failed to place order")),
  });
  useEffect(() => {
    if (place.isError) alert.current?.focus();
  }, [place.isError]);

  if (cart.shippingAddress.address === "") return <Navigate to={shippingPath} replace />;
  if (cart.paymentMethod === undefined) return <Navigate to={paymentPath} replace />;
  const isEmpty = cart.cartItems.length === 0;

  function placeOrder() {
    if (place.isPending || isEmpty) return;
    const order = {
      orderItems: cart.cartItems.map(({ _id, qty }) => ({ product: _id, qty })),
      shippingAddress: cart.shippingAddress,
      paymentMethod: cart.paymentMethod,
      expectedTotal: Number(cart.totalPrice),
    };
    place.mutate({ ...order, idempotencyKey: keyFor(order) });
  }

  return (
    <CheckoutFrame
      steps={<CheckoutSteps current="Place Order" enabled={4} />}
      summary={
        <OrderSummary cart={cart}>
          {place.isError && (
            <div ref={alert} tabIndex={-1}>
              <ErrorAlert message={messageOf(place.error, "Something went wrong")} />
            </div>
          )}
          <Button
            fullWidth
            disabled={isEmpty}
            aria-disabled={place.isPending || undefined}
            aria-describedby="place-order-total"
            onClick={placeOrder}
          >
            {place.isPending ? "Placing Order…" : "Place Order"}
          </Button>
          <p id="place-order-total" className={classes.total}>
            Your order comes to ${cart.totalPrice}, shipping and tax included.
          </p>
        </OrderSummary>
      }
    >
      <PageMeta meta={plainMeta("Place Order", placeOrderPath)} />
      <PageHeading>Place Order</PageHeading>
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
        <OrderReview address={cart.shippingAddress} method={cart.paymentMethod} items={cart.cartItems} />
      )}
    </CheckoutFrame>
  );
}
