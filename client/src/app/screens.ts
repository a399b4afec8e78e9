import type { ScreenName } from "@shop/shared/pages";
import { type LazyScreen, lazyScreen } from "../lib/lazy-screen.ts";

/** The screens of the manifest that load when they are first needed: all but Home. */
export const screens: Record<Exclude<ScreenName, "home-page">, LazyScreen> = {
  "product-page": lazyScreen(() => import("./pages/product-page.tsx").then((page) => page.ProductPage)),
  "login-page": lazyScreen(() => import("./pages/login-page.tsx").then((page) => page.LoginPage)),
  "register-page": lazyScreen(() => import("./pages/register-page.tsx").then((page) => page.RegisterPage)),
  "profile-page": lazyScreen(() => import("./pages/profile-page.tsx").then((page) => page.ProfilePage)),
  "shipping-page": lazyScreen(() => import("./pages/shipping-page.tsx").then((page) => page.ShippingPage)),
  "payment-page": lazyScreen(() => import("./pages/payment-page.tsx").then((page) => page.PaymentPage)),
  "place-order-page": lazyScreen(() => import("./pages/place-order-page.tsx").then((page) => page.PlaceOrderPage)),
  "order-page": lazyScreen(() => import("./pages/order-page.tsx").then((page) => page.OrderPage)),
  "cart-page": lazyScreen(() => import("./pages/cart-page.tsx").then((page) => page.CartPage)),
  "admin/order-list-page": lazyScreen(() =>
    import("./pages/admin/order-list-page.tsx").then((page) => page.OrderListPage),
  ),
  "admin/product-list-page": lazyScreen(() =>
    import("./pages/admin/product-list-page.tsx").then((page) => page.ProductListPage),
  ),
  "admin/brand-list-page": lazyScreen(() =>
    import("./pages/admin/brand-list-page.tsx").then((page) => page.BrandListPage),
  ),
  "admin/category-list-page": lazyScreen(() =>
    import("./pages/admin/category-list-page.tsx").then((page) => page.CategoryListPage),
  ),
  "admin/user-list-page": lazyScreen(() =>
    import("./pages/admin/user-list-page.tsx").then((page) => page.UserListPage),
  ),
  "admin/audit-page": lazyScreen(() => import("./pages/admin/audit-page.tsx").then((page) => page.AuditPage)),
  "admin/product-edit-page": lazyScreen(() =>
    import("./pages/admin/product-edit-page.tsx").then((page) => page.ProductEditPage),
  ),
  "admin/brand-edit-page": lazyScreen(() =>
    import("./pages/admin/brand-edit-page.tsx").then((page) => page.BrandEditPage),
  ),
  "admin/category-edit-page": lazyScreen(() =>
    import("./pages/admin/category-edit-page.tsx").then((page) => page.CategoryEditPage),
  ),
  "admin/user-edit-page": lazyScreen(() =>
    import("./pages/admin/user-edit-page.tsx").then((page) => page.UserEditPage),
  ),
};

/** What admins see on Home in place of the catalog. */
export const dashboardScreen = lazyScreen(() =>
  import("../features/admin/dashboard/dashboard.tsx").then((home) => home.Dashboard),
);
