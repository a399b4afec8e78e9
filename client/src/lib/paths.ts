import { searchWordsOf } from "@shop/shared/catalog/search-words";
import { homePathOf, pages, pathOf } from "@shop/shared/page/pages";

/** The addresses of the shop's pages, built from the manifest. */

export const homePath = pages.home.path;
export const productsPath = pages.products.path;
export const cartPath = pages.cart.path;
export const shippingPath = pages.shipping.path;
export const paymentPath = pages.payment.path;
export const placeOrderPath = pages.placeOrder.path;
/** The screens between the cart and the order. */
export const checkoutPaths: readonly string[] = [shippingPath, paymentPath, placeOrderPath];
export const loginPagePath = pages.login.path;
export const registerPagePath = pages.register.path;
export const forgotPasswordPath = pages.forgotPassword.path;
export const resetPasswordPath = pages.resetPassword.path;
export const confirmEmailPath = pages.confirmEmail.path;
export const openOrderPath = pages.openOrder.path;
export const restoreEmailPath = pages.restoreEmail.path;
export const withdrawalPath = pages.withdrawal.path;
export const savedPath = pages.saved.path;
export const profilePath = pages.profile.path;
export const accountAccessPath = pages.accountAccess.path;

/** The page of a shared list. Behind the `#`, the token appears in no log. */
export function sharedListPath(token: string): string {
  return `${pages.sharedList.path}#${token}`;
}

/**
 * The keyword of a search address, `""` without one. Read from the raw path,
 * because the router's own parameters turn a literal `%2F` into a slash.
 */
export function keywordOf(pathname: string): string {
  const segment = /^\/search\/([^/]+)/.exec(pathname)?.[1];
  if (segment === undefined) return "";
  try {
    return searchWordsOf(decodeURIComponent(segment));
  } catch {
    return searchWordsOf(segment);
  }
}

/** The results of a search; Home for a blank keyword. */
export function searchPath(keyword: string): string {
  return homePathOf(keyword.trim(), 1);
}

/** One page of the product list, searched or not. */
export function listPath(keyword: string, pageNumber: number): string {
  const page = String(pageNumber);
  return keyword === ""
    ? pathOf("homePage", { pageNumber: page })
    : pathOf("searchPage", { keyword: keyword.trim(), pageNumber: page });
}

/** A product's own page. */
export function productPath(id: string): string {
  return pathOf("product", { id });
}

/** An order's own page. */
export function orderPath(id: string): string {
  return pathOf("order", { id });
}

/** The sign-in page, which redirects to `redirect` afterwards. */
export function loginPath(redirect?: string): string {
  return withRedirect(loginPagePath, redirect);
}

/** The registration page, which redirects to `redirect` afterwards. */
export function registerPath(redirect?: string): string {
  return withRedirect(registerPagePath, redirect);
}

function withRedirect(path: string, redirect: string | undefined): string {
  if (redirect === undefined || redirect === homePath) return path;
  // Slashes stay readable: they are allowed in a query.
  return `${path}?redirect=${encodeURIComponent(redirect).replaceAll("%2F", "/")}`;
}
