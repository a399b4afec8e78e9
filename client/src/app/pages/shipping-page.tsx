import { saveShippingAddress } from "@shop/shared/cart";
import { plainMeta } from "@shop/shared/page-data";
import { pages } from "@shop/shared/pages";
import { useNavigate } from "react-router-dom";
import { updateCart, useCart } from "../../features/cart/cart-store.ts";
import { CheckoutFrame } from "../../features/checkout/checkout-frame.tsx";
import { ShippingForm } from "../../features/checkout/shipping-form.tsx";
import { paymentPath, shippingPath } from "../../lib/paths.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";

/** Checkout step for the shipping address. */
export function ShippingPage() {
  const cart = useCart();
  const navigate = useNavigate();
  return (
    <CheckoutFrame cart={cart} step="Shipping">
      <PageMeta meta={plainMeta(pages.shipping.title, shippingPath)} />
      <PageHeading>Shipping</PageHeading>
      <ShippingForm
        saved={cart.shippingAddress}
        onSave={(address) => {
          updateCart((current) => saveShippingAddress(current, address));
          void navigate(paymentPath);
        }}
      />
    </CheckoutFrame>
  );
}
