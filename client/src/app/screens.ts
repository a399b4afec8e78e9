import type { ScreenName } from "@shop/shared/page/pages";
import { type LazyScreen, lazyScreen } from "../lib/lazy-part.tsx";
import { MissingScreen } from "./shell/missing-screen.tsx";
import { ScreenSkeleton } from "./shell/screen-skeleton.tsx";

const looks = { loading: ScreenSkeleton, failed: MissingScreen };

/** The screens of the manifest that load when they are first needed: all but Home. */
export const screens: Record<Exclude<ScreenName, "home-page">, LazyScreen> = {
  "info-page": lazyScreen("info-page", () => import("./pages/info-page.tsx").then((page) => page.InfoPage), looks),
  "saved-page": lazyScreen("saved-page", () => import("./pages/saved-page.tsx").then((page) => page.SavedPage), looks),
  "shared-list-page": lazyScreen(
    "shared-list-page",
    () => import("./pages/shared-list-page.tsx").then((page) => page.SharedListPage),
    looks,
  ),
  "product-page": lazyScreen(
    "product-page",
    () => import("./pages/product-page.tsx").then((page) => page.ProductPage),
    looks,
  ),
  "term-page": lazyScreen("term-page", () => import("./pages/term-page.tsx").then((page) => page.TermPage), looks),
  "browse-page": lazyScreen(
    "browse-page",
    () => import("./pages/browse-page.tsx").then((page) => page.BrowsePage),
    looks,
  ),
  "products-page": lazyScreen(
    "products-page",
    () => import("./pages/products-page.tsx").then((page) => page.ProductsPage),
    looks,
  ),
  "compare-page": lazyScreen(
    "compare-page",
    () => import("./pages/compare-page.tsx").then((page) => page.ComparePage),
    looks,
  ),
  "login-page": lazyScreen("login-page", () => import("./pages/login-page.tsx").then((page) => page.LoginPage), looks),
  "register-page": lazyScreen(
    "register-page",
    () => import("./pages/register-page.tsx").then((page) => page.RegisterPage),
    looks,
  ),
  "forgot-password-page": lazyScreen(
    "forgot-password-page",
    () => import("./pages/forgot-password-page.tsx").then((page) => page.ForgotPasswordPage),
    looks,
  ),
  "reset-password-page": lazyScreen(
    "reset-password-page",
    () => import("./pages/reset-password-page.tsx").then((page) => page.ResetPasswordPage),
    looks,
  ),
  "confirm-email-page": lazyScreen(
    "confirm-email-page",
    () => import("./pages/confirm-email-page.tsx").then((page) => page.ConfirmEmailPage),
    looks,
  ),
  "restore-email-page": lazyScreen(
    "restore-email-page",
    () => import("./pages/restore-email-page.tsx").then((page) => page.RestoreEmailPage),
    looks,
  ),
  "withdrawal-page": lazyScreen(
    "withdrawal-page",
    () => import("./pages/withdrawal-page.tsx").then((page) => page.WithdrawalPage),
    looks,
  ),
  "profile-page": lazyScreen(
    "profile-page",
    () => import("./pages/profile-page.tsx").then((page) => page.ProfilePage),
    looks,
  ),
  "account-access-page": lazyScreen(
    "account-access-page",
    () => import("./pages/account-access-page.tsx").then((page) => page.AccountAccessPage),
    looks,
  ),
  "shipping-page": lazyScreen(
    "shipping-page",
    () => import("./pages/shipping-page.tsx").then((page) => page.ShippingPage),
    looks,
  ),
  "payment-page": lazyScreen(
    "payment-page",
    () => import("./pages/payment-page.tsx").then((page) => page.PaymentPage),
    looks,
  ),
  "place-order-page": lazyScreen(
    "place-order-page",
    () => import("./pages/place-order-page.tsx").then((page) => page.PlaceOrderPage),
    looks,
  ),
  "order-page": lazyScreen("order-page", () => import("./pages/order-page.tsx").then((page) => page.OrderPage), looks),
  "cart-page": lazyScreen("cart-page", () => import("./pages/cart-page.tsx").then((page) => page.CartPage), looks),
  "admin/order-list-page": lazyScreen(
    "order-list-page",
    () => import("./pages/admin/order-list-page.tsx").then((page) => page.OrderListPage),
    looks,
  ),
  "admin/print-page": lazyScreen(
    "print-page",
    () => import("./pages/admin/print-page.tsx").then((page) => page.PrintPage),
    looks,
  ),
  "admin/product-list-page": lazyScreen(
    "product-list-page",
    () => import("./pages/admin/product-list-page.tsx").then((page) => page.ProductListPage),
    looks,
  ),
  "admin/import-page": lazyScreen(
    "import-page",
    () => import("./pages/admin/import-page.tsx").then((page) => page.ImportPage),
    looks,
  ),
  "admin/mail-list-page": lazyScreen(
    "mail-list-page",
    () => import("./pages/admin/mail-list-page.tsx").then((page) => page.MailListPage),
    looks,
  ),
  "admin/review-list-page": lazyScreen(
    "review-list-page",
    () => import("./pages/admin/review-list-page.tsx").then((page) => page.ReviewListPage),
    looks,
  ),
  "admin/withdrawals-page": lazyScreen(
    "withdrawals-page",
    () => import("./pages/admin/withdrawals-page.tsx").then((page) => page.WithdrawalsPage),
    looks,
  ),
  "admin/brand-list-page": lazyScreen(
    "brand-list-page",
    () => import("./pages/admin/brand-list-page.tsx").then((page) => page.BrandListPage),
    looks,
  ),
  "admin/category-list-page": lazyScreen(
    "category-list-page",
    () => import("./pages/admin/category-list-page.tsx").then((page) => page.CategoryListPage),
    looks,
  ),
  "admin/user-list-page": lazyScreen(
    "user-list-page",
    () => import("./pages/admin/user-list-page.tsx").then((page) => page.UserListPage),
    looks,
  ),
  "admin/search-page": lazyScreen(
    "search-page",
    () => import("./pages/admin/search-page.tsx").then((page) => page.SearchPage),
    looks,
  ),
  "admin/info-page-list-page": lazyScreen(
    "info-page-list-page",
    () => import("./pages/admin/info-page-list-page.tsx").then((page) => page.InfoPageListPage),
    looks,
  ),
  "admin/info-page-edit-page": lazyScreen(
    "info-page-edit-page",
    () => import("./pages/admin/info-page-edit-page.tsx").then((page) => page.InfoPageEditPage),
    looks,
  ),
  "admin/api-keys-page": lazyScreen(
    "api-keys-page",
    () => import("./pages/admin/api-keys-page.tsx").then((page) => page.ApiKeysPage),
    looks,
  ),
  "admin/webhooks-page": lazyScreen(
    "webhooks-page",
    () => import("./pages/admin/webhooks-page.tsx").then((page) => page.WebhooksPage),
    looks,
  ),
  "admin/audit-page": lazyScreen(
    "audit-page",
    () => import("./pages/admin/audit-page.tsx").then((page) => page.AuditPage),
    looks,
  ),
  "admin/product-edit-page": lazyScreen(
    "product-edit-page",
    () => import("./pages/admin/product-edit-page.tsx").then((page) => page.ProductEditPage),
    looks,
  ),
  "admin/brand-edit-page": lazyScreen(
    "brand-edit-page",
    () => import("./pages/admin/brand-edit-page.tsx").then((page) => page.BrandEditPage),
    looks,
  ),
  "admin/category-edit-page": lazyScreen(
    "category-edit-page",
    () => import("./pages/admin/category-edit-page.tsx").then((page) => page.CategoryEditPage),
    looks,
  ),
  "admin/customer-page": lazyScreen(
    "customer-page",
    () => import("./pages/admin/customer-page.tsx").then((page) => page.CustomerPage),
    looks,
  ),
  "admin/user-edit-page": lazyScreen(
    "user-edit-page",
    () => import("./pages/admin/user-edit-page.tsx").then((page) => page.UserEditPage),
    looks,
  ),
};
