import { saveDelivery, saveShippingAddress } from "@shop/shared/cart/cart-changes";
import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { useNavigate } from "react-router-dom";
import { updateCart, useCart } from "../../features/cart/cart-store.ts";
import { CheckoutFrame } from "../../features/checkout/checkout-frame.tsx";
import { ShippingForm } from "../../features/checkout/shipping-form.tsx";
import { paymentPath, shippingPath } from "../../lib/paths.ts";
import { cachedBriefly } from "../../lib/query-client.ts";
import { messageOf } from "../../lib/request-failure.ts";
import { trpc } from "../../lib/trpc.ts";
import { notify } from "../../ui/notify.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";

/** Checkout step for the shipping address. */
export function ShippingPage() {
  const cart = useCart();
  const navigate = useNavigate();
  const book = trpc.account.addresses.list.useQuery(undefined, cachedBriefly);
  const utils = trpc.useUtils();
  const keep = trpc.account.addresses.save.useMutation({
    onSuccess: (after) => utils.account.addresses.list.setData(undefined, after),
    // The order goes on without it.
    onError: (error) => notify.error(messageOf(error, "Your address could not be saved for later")),
  });
  return (
    <CheckoutFrame cart={cart} step="Shipping">
      <PageMeta meta={plainMeta(pages.shipping.title, shippingPath)} />
      <PageHeading>Shipping</PageHeading>
      <ShippingForm
        cart={cart}
        book={book.data}
        onSave={({ address, deliveryMethod, taxNumber, isToKeep }) => {
          if (isToKeep) keep.mutate(address);
          updateCart((current) =>
            saveDelivery(saveShippingAddress(current, address), {
              ...(deliveryMethod === undefined ? {} : { deliveryMethod }),
              ...(taxNumber === "" ? {} : { taxNumber }),
            }),
          );
          void navigate(paymentPath);
        }}
      />
    </CheckoutFrame>
  );
}
