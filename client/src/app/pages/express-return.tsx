import { Button } from "@mantine/core";
import { savePaymentMethod, saveShippingAddress } from "@shop/shared/cart/cart-changes";
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router-dom";
import { useSignedIn } from "../../features/account/session-store.ts";
import { useStartSession } from "../../features/account/use-session.ts";
import { updateCart } from "../../features/cart/cart-store.ts";
import { type ApprovedCheckout, rememberCheckout } from "../../features/express/approved-checkout.ts";
import { useOneAtATime } from "../../lib/one-at-a-time.ts";
import { cartPath, placeOrderPath, shippingPath } from "../../lib/paths.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { ErrorAlert } from "../../ui/error-alert.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PrefetchLink } from "../../ui/prefetch-link.tsx";
import { useShop } from "../../ui/shop-identity.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

/**
 * Where a customer comes back to from PayPal: the address goes into the checkout, which continues at its last step. A
 * customer without a session buys without an account, where the shop allows it.
 */
export function ExpressReturn({ checkout }: { checkout: ApprovedCheckout }) {
  const navigate = useNavigate();
  const oneAtATime = useOneAtATime();
  const isSignedIn = useSignedIn() !== null;
  const startSession = useStartSession();
  const { hasGuestCheckout = false } = useShop();
  const payer = trpc.order.expressPayer.useMutation();
  const guest = trpc.account.continueAsGuest.useMutation();

  async function goOn(): Promise<void> {
    const { name, email, shippingAddress } = await payer.mutateAsync(checkout);
    rememberCheckout(checkout);
    updateCart((cart) => savePaymentMethod(cart, "PayPal"));
    if (shippingAddress !== null) updateCart((cart) => saveShippingAddress(cart, shippingAddress));
    if (!isSignedIn && hasGuestCheckout) {
      // A customer whose name or e-mail is refused enters them on the screen that asks for them.
      const began = await guest
        .mutateAsync({ name: name || (shippingAddress?.name ?? ""), email })
        .catch(() => undefined);
      if (began !== undefined) startSession(began);
    }
    await navigate(shippingAddress === null ? shippingPath : placeOrderPath, { replace: true });
  }

  const begin = useEffectEvent(() => oneAtATime(goOn));
  useEffect(() => begin(), []);
  return (
    <>
      <PageHeading>Checkout</PageHeading>
      {payer.isError ? (
        <ErrorAlert
          message={messageOf(payer.error, "We could not get your address from PayPal. Nothing was charged.")}
          onRetry={() => oneAtATime(goOn)}
          isRetrying={payer.isPending}
          action={
            <Button component={PrefetchLink} to={cartPath} variant="default">
              Back to the cart
            </Button>
          }
        />
      ) : (
        <>
          <p role="status">Getting your address from PayPal…</p>
          <Skeleton height="40vh" />
        </>
      )}
    </>
  );
}
