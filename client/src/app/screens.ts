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
export const orderListScreen = lazyScreen(() =>
  import("./pages/admin/order-list-page.tsx").then((page) => page.OrderListPage),
);
export const productListScreen = lazyScreen(() =>
  import("./pages/admin/product-list-page.tsx").then((page) => page.ProductListPage),
);
export const brandListScreen = lazyScreen(() =>
  import("./pages/admin/brand-list-page.tsx").then((page) => page.BrandListPage),
);
export const categoryListScreen = lazyScreen(() =>
  import("./pages/admin/category-list-page.tsx").then((page) => page.CategoryListPage),
);
export const userListScreen = lazyScreen(() =>
  import("./pages/admin/user-list-page.tsx").then((page) => page.UserListPage),
);
export const auditScreen = lazyScreen(() => import("./pages/admin/audit-page.tsx").then((page) => page.AuditPage));
export const productEditScreen = lazyScreen(() =>
  import("./pages/admin/product-edit-page.tsx").then((page) => page.ProductEditPage),
);
export const brandEditScreen = lazyScreen(() =>
  import("./pages/admin/brand-edit-page.tsx").then((page) => page.BrandEditPage),
);
export const categoryEditScreen = lazyScreen(() =>
  import("./pages/admin/category-edit-page.tsx").then((page) => page.CategoryEditPage),
);
export const userEditScreen = lazyScreen(() =>
  import("./pages/admin/user-edit-page.tsx").then((page) => page.UserEditPage),
);
/** What administrators see on Home in place of the shop. */
export const dashboardScreen = lazyScreen(() =>
  import("../features/admin/dashboard/dashboard.tsx").then((home) => home.Dashboard),
);
