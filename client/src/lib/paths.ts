/** Where the shop's screens are. The only place that builds their addresses. */

export const homePath = "/";
export const cartPath = "/cart";
export const shippingPath = "/shipping";
export const paymentPath = "/payment";
export const placeOrderPath = "/placeorder";
export const loginPagePath = "/login";
export const registerPagePath = "/register";
export const profilePath = "/profile";

export const orderListPath = "/admin/orderlist";
export const productListPath = "/admin/productlist";
export const brandListPath = "/admin/brandlist";
export const categoryListPath = "/admin/categorylist";
export const userListPath = "/admin/userlist";
export const auditPath = "/admin/audit";

/** One page of the administrators' product list. */
export function productListPagePath(pageNumber: number): string {
  return pageNumber === 1 ? productListPath : `${productListPath}/${pageNumber}`;
}

/** Where an administrator edits something. */
export function editPath(what: "product" | "brand" | "category" | "user", id: string): string {
  return `/admin/${what}/${encodeURIComponent(id)}/edit`;
}

/**
 * A keyword as one path segment. Browsers take `.` and `..`, encoded or not,
 * for steps in the path; a blank behind them keeps them, and searching trims it.
 */
export function encodeKeyword(keyword: string): string {
  const encoded = encodeURIComponent(keyword.toWellFormed());
  return /^\.{1,2}$/.test(encoded) ? `${encoded}%20` : encoded;
}

/**
 * The keyword of a search address, `""` without one. Read from the raw path,
 * because the router's own parameters turn a literal `%2F` into a slash.
 */
export function keywordOf(pathname: string): string {
  const segment = /^\/search\/([^/]+)/.exec(pathname)?.[1];
  if (segment === undefined) return "";
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    return segment.trim();
  }
}

/** Where submitting the search box leads: Home for a blank keyword. */
export function searchPath(keyword: string): string {
  const trimmed = keyword.trim();
  return trimmed === "" ? homePath : `/search/${encodeKeyword(trimmed)}`;
}

/** One page of the product list, searched or not. */
export function listPath(keyword: string, pageNumber: number): string {
  return keyword === "" ? `/page/${pageNumber}` : `${searchPath(keyword)}/page/${pageNumber}`;
}

/** A product's own page. */
export function productPath(id: string): string {
  return `/product/${encodeURIComponent(id)}`;
}

/** An order's own page. */
export function orderPath(id: string): string {
  return `/order/${encodeURIComponent(id)}`;
}

/** The sign-in screen, which leads on to `redirect`. */
export function loginPath(redirect?: string): string {
  return withRedirect(loginPagePath, redirect);
}

/** The registration screen, which leads on to `redirect`. */
export function registerPath(redirect?: string): string {
  return withRedirect(registerPagePath, redirect);
}

function withRedirect(path: string, redirect: string | undefined): string {
  if (redirect === undefined || redirect === homePath) return path;
  // Slashes stay readable: they are allowed in a query.
  return `${path}?redirect=${encodeURIComponent(redirect).replaceAll("%2F", "/")}`;
}
