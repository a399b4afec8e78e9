import { savePaymentMethod } from "@shop/shared/cart/cart-changes";
import { plainMeta } from "@shop/shared/page/page-data";
import { pages } from "@shop/shared/page/pages";
import { Navigate, useNavigate } from "react-router-dom";
import { updateCart, useCart } from "../../features/cart/cart-store.ts";
import { CheckoutFrame } from "../../features/checkout/checkout-frame.tsx";
import { PaymentForm } from "../../features/checkout/payment-form.tsx";
import { useCartPrice } from "../../lib/cart-price.ts";
import { paymentPath, placeOrderPath, shippingPath } from "../../lib/paths.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PageMeta } from "../../ui/page-meta.tsx";
import { useWaysToPay } from "../../ui/ways-to-pay.ts";

/** Checkout step for the payment method. Requires a shipping address. */
export function PaymentPage() {
  const cart = useCart();
  const navigate = useNavigate();
  const { method: delivery } = useCartPrice(cart);
  const { methods } = useWaysToPay(delivery);
  if (cart.shippingAddress.address === "") return <Navigate to={shippingPath} replace />;
  return (
    <CheckoutFrame cart={cart} step="Payment">
      <PageMeta meta={plainMeta(pages.payment.title, paymentPath)} />
      <PageHeading>Payment Method</PageHeading>
      <PaymentForm
        saved={cart.paymentMethod}
        paymentMethods={methods}
        delivery={delivery}
        onSave={(method) => {
          updateCart((current) => savePaymentMethod(current, method));
          void navigate(placeOrderPath);
        }}
      />
    </CheckoutFrame>
  );
}
