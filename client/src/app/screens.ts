import { lazyScreen } from "../lib/lazy-screen.ts";

/** The screens that load when they are first needed: everything but Home. */
export const productScreen = lazyScreen(() => import("./pages/product-page.tsx").then((page) => page.ProductPage));
export const loginScreen = lazyScreen(() => import("./pages/login-page.tsx").then((page) => page.LoginPage));
export const registerScreen = lazyScreen(() => import("./pages/register-page.tsx").then((page) => page.RegisterPage));
export const profileScreen = lazyScreen(() => import("./pages/profile-page.tsx").then((page) => page.ProfilePage));
export const shippingScreen = lazyScreen(() => import("./pages/shipping-page.tsx").then((page) => page.ShippingPage));
export const paymentScreen = lazyScreen(() => import("./pages/payment-page.tsx").then((page) => page.PaymentPage));
export const placeOrderScreen = lazyScreen(() =>
  import("./pages/place-order-page.tsx").then((page) => page.PlaceOrderPage),
);
export const orderScreen = lazyScreen(() => import("./pages/order-page.tsx").then((page) => page.OrderPage));
export const cartScreen = lazyScreen(() => import("./pages/cart-page.tsx").then((page) => page.CartPage));
