import { Button } from "@mantine/core";
import type { Cart } from "@shop/shared/cart/cart";
import { acceptChanges, changesOf, clearItems } from "@shop/shared/cart/cart-changes";
import { formatMoney } from "@shop/shared/money";
import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import type { PaymentMethod } from "@shop/shared/shop";
import { use, useEffect, useRef } from "react";
import { Navigate, useNavigate } from "react-router-dom";
import { repriceCart, updateCart, useCart } from "../../features/cart/cart-store.ts";
import { ChangesNote } from "../../features/cart/changes-note.tsx";
import { DiscountCodes } from "../../features/cart/discount-codes-part.tsx";
import { LineChangeNote } from "../../features/cart/line-change-note.tsx";
import { useDiscounts } from "../../features/cart/use-discounts.ts";
import { useQuote } from "../../features/cart/use-quote.ts";
import { CheckoutFrame } from "../../features/checkout/checkout-frame.tsx";
import { clearKey, isOutcomeUnknown, keyFor } from "../../features/checkout/order-key.ts";
import { OrderReview } from "../../features/checkout/order-review.tsx";
import { type ApprovedCheckout, approvedCheckout, forgetCheckout } from "../../features/express/approved-checkout.ts";
import { useTakesPayments } from "../../features/payment/payment-document.ts";
import { approvedOrderPath } from "../../lib/approved-order-path.ts";
import { useCartPrice } from "../../lib/cart-price.ts";
import { lazyPart } from "../../lib/lazy-part.tsx";
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
import { currentSelling } from "../../lib/selling.ts";
import { trpc } from "../../lib/trpc.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { notify } from "../../ui/notify.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { PrefetchContext, PrefetchLink } from "../../ui/prefetch-link.tsx";
import { useWaysToPay } from "../../ui/ways-to-pay.ts";
import classes from "./place-order-page.module.css";

/** Why an order cannot be delivered. */
/** Lazy, because most customers have neither. Nobody misses it. */
const CreditHint = lazyPart(
  "credit-hint",
  () => import("../../features/payment/credit-hint.tsx").then((part) => part.CreditHint),
  { failed: () => null },
);

const refusals = {
  place: "We do not deliver to this address. Please choose another one under Shipping.",
  weight: "These goods are too heavy for us to send to this address. Please order fewer of them.",
};

/**
 * Last checkout step: review and order placement. Price and stock changes show
 * on their lines and must be accepted before the order can be placed.
 */
export function PlaceOrderPage() {
  const cart = useCart();
  const oneAtATime = useOneAtATime();
  const quote = useQuote();
  const discounts = useDiscounts(cart, quote.hasDiscounts);
  const heading = useRef<HTMLHeadingElement>(null);
  const approved = cart.paymentMethod === "PayPal" ? approvedCheckout() : undefined;
  const placeOrder = usePlaceOrder(() => {
    // A tax rate can have changed at midnight, by terms that the page has.
    repriceCart(currentSelling());
    quote.refetch();
    discounts.refetch();
  }, approved);
  const prefetch = use(PrefetchContext);
  useEffect(() => prefetch(orderPath("")), [prefetch]);

  const price = useCartPrice(cart);
  const { cartItems, shippingAddress, paymentMethod, totalPrice } = cart;
  const { methods } = useWaysToPay(price.method);
  if (shippingAddress.address === "") return <Navigate to={shippingPath} replace />;
  if (paymentMethod === "" || !methods.includes(paymentMethod)) return <Navigate to={paymentPath} replace />;
  const order = orderOf(cart, paymentMethod);
  // An order with an unknown outcome is only retried: it may itself have reserved the units that are missing now.
  const changes = changesOf(cart, isOutcomeUnknown(order) ? [] : quote.lines);
  const accepted = changes.size === 0 ? undefined : acceptChanges(cart, quote.lines);
  // Every sum is today's, also before the changes are accepted, so that none contradicts another.
  const today = accepted ?? cart;
  const { refusal } = price;

  function accept() {
    updateCart((current) => acceptChanges(current, quote.lines));
    placeOrder.reset();
    // The button that had the focus unmounts with the note.
    heading.current?.focus();
  }

  return (
    <CheckoutFrame
      cart={today}
      step="Place Order"
      actions={
        <PlaceOrderActions
          error={placeOrder.error}
          isPlacing={placeOrder.isPending}
          canPlace={cartItems.length > 0 && accepted === undefined && refusal === null && !discounts.isAsking}
          hint={
            refusal !== null
              ? refusals[refusal]
              : accepted === undefined
                ? totalHint(Number(totalPrice), approved !== undefined)
                : "Accept the changes in your order first."
          }
          onPlace={() => oneAtATime(() => placeOrder.mutateAsync({ ...order, idempotencyKey: keyFor(order) }))}
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
        <>
          <OrderReview
            address={shippingAddress}
            method={paymentMethod}
            delivery={price.methods.length > 1 ? price.method : null}
            items={cartItems}
            today={today.cartItems}
            renderNote={({ _id, price }) =>
              changes.has(_id) ? <LineChangeNote price={price} change={changes.get(_id)} /> : undefined
            }
          />
          {approved === undefined && <CreditHint />}
          {discounts.isOffered && <DiscountCodes cart={cart} discounts={discounts} />}
        </>
      )}
    </CheckoutFrame>
  );
}

/** The order of a cart. Its fields keep their order, by which an order that was sent before is recognized. */
function orderOf(
  { cartItems, shippingAddress, deliveryMethod, taxNumber, discountCodes = [], totalPrice }: Cart,
  paymentMethod: PaymentMethod,
) {
  return {
    orderItems: cartItems.map(({ _id, qty }) => ({ product: _id, qty })),
    shippingAddress,
    paymentMethod,
    ...(deliveryMethod === undefined ? {} : { deliveryMethod }),
    ...(taxNumber === undefined ? {} : { taxNumber }),
    ...(discountCodes.length === 0 ? {} : { discountCodes: [...discountCodes] }),
    expectedTotal: Number(totalPrice),
  };
}

/** What the button leads to. Who has approved the payment before pays by it. */
function totalHint(total: number, isApproved: boolean): string {
  const sum = `Total ${formatMoney(total)} including shipping and tax`;
  return isApproved ? `${sum}. You pay it with PayPal when you place the order.` : sum;
}

/**
 * Opens a placed order as a document of its own, whose policy lets it be paid. The cart is emptied as this one goes, which
 * must not show the empty cart; until then the button says that the order is being placed.
 */
function openDocument(path: string): Promise<never> {
  const forget = () => {
    updateCart(clearItems);
    clearKey();
    forgetCheckout();
  };
  window.addEventListener("pagehide", forget, { once: true });
  location.replace(path);
  return new Promise(() => undefined);
}

/** Places the order and opens it. Calls `onOutdated` when the order is refused because prices or stock have changed. */
function usePlaceOrder(onOutdated: () => void, approved: ApprovedCheckout | undefined) {
  const navigate = useNavigate();
  const takesPayments = useTakesPayments();
  const utils = trpc.useUtils();
  return trpc.order.place.useMutation({
    onSuccess: async (order) => {
      notify.withdrawErrors();
      const path = approved === undefined ? orderPath(order._id) : approvedOrderPath(order._id, approved);
      if (!takesPayments) return openDocument(path);
      utils.order.byId.setData({ id: order._id }, order);
      void utils.order.mine.invalidate();
      // In this order: this screen must not render the empty cart, Back must not return to it, and the idempotency
      // key must exist as long as the cart.
      await navigate(path, { replace: true });
      updateCart(clearItems);
      clearKey();
      forgetCheckout();
    },
    onError: (error) => {
      notify.error(messageOf(error, "Failed to place order"));
      const isOutdated = isCartOutdated(error);
      if (isOutdated || hasCode(error, "UNPAID_UNITS")) clearKey();
      if (isOutdated || hasCode(error, "VALIDATION")) onOutdated();
    },
  });
}

type PlaceOrderActionsProps = {
  error: unknown;
  isPlacing: boolean;
  canPlace: boolean;
  /** Description of the button. */
  hint: string;
  onPlace: () => void;
};

/** The Place Order button and the error of the last attempt. */
function PlaceOrderActions({ error, isPlacing, canPlace, hint, onPlace }: PlaceOrderActionsProps) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null) alert.current?.focus();
  }, [error]);
  return (
    <div className={classes.actions} data-next-action>
      {error !== null && (
        <ErrorAlert
          ref={alert}
          message={messageOf(error, "Something went wrong")}
          action={<RecoveryLinks error={error} />}
        />
      )}
      <p id="place-order-about" className={classes.about}>
        {hint}
      </p>
      <Button
        fullWidth
        disabled={!canPlace}
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

/** Whether the order was refused because a price, the stock or a product has changed. */
function isCartOutdated(error: unknown): boolean {
  return (hasStatus(error, 409) || hasStatus(error, 404)) && !hasCode(error, "UNPAID_UNITS");
}

/** Links to the screens where a refused order can be corrected. */
function RecoveryLinks({ error }: { error: unknown }) {
  const isUnpaid = hasCode(error, "UNPAID_UNITS");
  if (hasCode(error, "VALIDATION")) {
    return (
      <Button component={PrefetchLink} to={shippingPath} variant="default">
        Review shipping
      </Button>
    );
  }
  if (!isUnpaid && !isCartOutdated(error)) return null;
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
