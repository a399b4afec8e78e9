/**
 * Every page of the shop: the address pattern, the title, the client module of
 * its screen below client/src/app/pages, and who may see it. The server's
 * answers and the client's routes are built from it.
 */

export type PageAccess = "everyone" | "user" | "admin";

/** Values of a pattern's parameters, decoded. */
export type PageParams = Readonly<Record<string, string>>;

type PageEntry = {
  path: `/${string}`;
  /** The title, by the parameters of the address. `undefined` stands for the shop's default title. */
  title: string | undefined | ((params: PageParams) => string);
  screen: string;
  access: PageAccess;
};

const home = { title: undefined, screen: "home-page", access: "everyone" } as const;
const journal = { title: "Journal", screen: "journal-page", access: "everyone" } as const;
const searchSettings = { screen: "admin/search-page", access: "admin" } as const;
const term = { screen: "term-page", access: "everyone" } as const;
const imports = { title: "Import", screen: "admin/import-page", access: "admin" } as const;
const productList = { title: "Products", screen: "admin/product-list-page", access: "admin" } as const;
const settings = { title: "Settings", screen: "admin/settings-page", access: "admin" } as const;
const withdrawals = { title: "Withdrawals", screen: "admin/withdrawals-page", access: "admin" } as const;

export const pages = {
  home: { path: "/", ...home },
  homePage: { path: "/page/:pageNumber", ...home },
  search: { path: "/search/:keyword", ...home },
  searchPage: { path: "/search/:keyword/page/:pageNumber", ...home },
  products: { path: "/products", title: "Products", screen: "products-page", access: "everyone" },
  product: { path: "/product/:id", title: "Product", screen: "product-page", access: "everyone" },
  productByName: { path: "/p/:slug", title: "Product", screen: "product-page", access: "everyone" },
  brand: { path: "/brand/:slug", title: "Brand", ...term },
  category: { path: "/category/:slug", title: "Category", ...term },
  collection: { path: "/collection/:slug", title: "Collection", ...term },
  browse: { path: "/browse", title: "Categories and Brands", screen: "browse-page", access: "everyone" },
  compare: { path: "/compare", title: "Compare Products", screen: "compare-page", access: "everyone" },
  info: { path: "/info/:slug", title: "Information", screen: "info-page", access: "everyone" },
  journal: { path: "/journal", ...journal },
  journalPage: { path: "/journal/page/:pageNumber", ...journal },
  article: { path: "/journal/:slug", title: "Article", screen: "article-page", access: "everyone" },
  saved: { path: "/saved", title: "Saved Items", screen: "saved-page", access: "everyone" },
  sharedList: { path: "/saved/shared", title: "Shared List", screen: "shared-list-page", access: "everyone" },
  cart: { path: "/cart", title: "Shopping Cart", screen: "cart-page", access: "everyone" },
  login: { path: "/login", title: "Sign In", screen: "login-page", access: "everyone" },
  setup: { path: "/setup", title: "Set Up Your Shop", screen: "setup-page", access: "everyone" },
  register: { path: "/register", title: "Register", screen: "register-page", access: "everyone" },
  forgotPassword: {
    path: "/forgot-password",
    title: "Forgot Your Password?",
    screen: "forgot-password-page",
    access: "everyone",
  },
  resetPassword: {
    path: "/reset-password",
    title: "New Password",
    screen: "reset-password-page",
    access: "everyone",
  },
  confirmEmail: { path: "/confirm-email", title: "Confirm Email", screen: "confirm-email-page", access: "everyone" },
  restoreEmail: {
    path: "/restore-email",
    title: "Was This Not You?",
    screen: "restore-email-page",
    access: "everyone",
  },
  withdrawal: {
    path: "/withdrawal",
    title: "Withdrawal",
    screen: "withdrawal-page",
    access: "everyone",
  },
  openOrder: { path: "/open-order", title: "Your Order", screen: "open-order-page", access: "everyone" },
  profile: { path: "/profile", title: "Profile", screen: "profile-page", access: "user" },
  accountAccess: {
    path: "/profile/access",
    title: "What Can Sign In",
    screen: "account-access-page",
    access: "user",
  },
  shipping: { path: "/shipping", title: "Shipping", screen: "shipping-page", access: "user" },
  payment: { path: "/payment", title: "Payment Method", screen: "payment-page", access: "user" },
  placeOrder: { path: "/placeorder", title: "Place Order", screen: "place-order-page", access: "user" },
  order: { path: "/order/:id", title: orderTitle, screen: "order-page", access: "user" },
  earlierOrder: {
    path: "/earlier-order/:id",
    title: "Earlier order",
    screen: "earlier-order-page",
    access: "user",
  },
  orderList: { path: "/admin/orderlist", title: "Orders", screen: "admin/order-list-page", access: "admin" },
  earlierOrderList: {
    path: "/admin/earlier-orders",
    title: "Earlier orders",
    screen: "admin/earlier-order-list-page",
    access: "admin",
  },
  print: { path: "/admin/print", title: "Print", screen: "admin/print-page", access: "admin" },
  withdrawalList: { path: "/admin/withdrawals", ...withdrawals },
  withdrawalDecision: { path: "/admin/withdrawals/:id", ...withdrawals },
  productList: { path: "/admin/productlist", ...productList },
  productListPage: { path: "/admin/productlist/:pageNumber", ...productList },
  importList: { path: "/admin/import", ...imports, title: "Import and export" },
  import: { path: "/admin/import/:id", ...imports },
  brandList: { path: "/admin/brandlist", title: "Brands", screen: "admin/brand-list-page", access: "admin" },
  categoryList: {
    path: "/admin/categorylist",
    title: "Categories",
    screen: "admin/category-list-page",
    access: "admin",
  },
  collectionList: {
    path: "/admin/collectionlist",
    title: "Collections",
    screen: "admin/collection-list-page",
    access: "admin",
  },
  discountList: {
    path: "/admin/discountlist",
    title: "Discounts",
    screen: "admin/discount-list-page",
    access: "admin",
  },
  newOrder: {
    path: "/admin/new-order",
    title: "New Order",
    screen: "admin/new-order-page",
    access: "admin",
  },
  editOrder: {
    path: "/admin/order/:id/edit",
    title: "Change Order",
    screen: "admin/edit-order-page",
    access: "admin",
  },
  exchange: {
    path: "/admin/order/:id/exchange",
    title: "Exchange of Order",
    screen: "admin/exchange-page",
    access: "admin",
  },
  userList: { path: "/admin/userlist", title: "Users", screen: "admin/user-list-page", access: "admin" },
  questionList: {
    path: "/admin/questions",
    title: "Questions",
    screen: "admin/question-list-page",
    access: "admin",
  },
  reviewList: { path: "/admin/reviews", title: "Reviews", screen: "admin/review-list-page", access: "admin" },
  mailTexts: { path: "/admin/mails/texts", title: "Words of mails", screen: "admin/mail-texts-page", access: "admin" },
  mailList: { path: "/admin/mails", title: "Mails", screen: "admin/mail-list-page", access: "admin" },
  emptySearches: { path: "/admin/search", title: "Searches without results", ...searchSettings },
  synonyms: { path: "/admin/search/synonyms", title: "Synonyms", ...searchSettings },
  redirects: { path: "/admin/search/redirects", title: "Redirects", ...searchSettings },
  oldAddresses: { path: "/admin/search/addresses", title: "Old addresses", ...searchSettings },
  termsOfSale: { path: "/admin/selling", title: "Currency & Tax", screen: "admin/terms-of-sale-page", access: "admin" },
  deliveryTerms: {
    path: "/admin/selling/delivery",
    title: "Delivery",
    screen: "admin/delivery-terms-page",
    access: "admin",
  },
  taxReport: {
    path: "/admin/selling/tax-report",
    title: "Tax Report",
    screen: "admin/tax-report-page",
    access: "admin",
  },
  salesReport: { path: "/admin/reports", title: "Reports", screen: "admin/sales-report-page", access: "admin" },
  funnelReport: {
    path: "/admin/reports/visits",
    title: "Visits",
    screen: "admin/funnel-report-page",
    access: "admin",
  },
  creditReport: {
    path: "/admin/reports/credit",
    title: "Gift cards and credit",
    screen: "admin/credit-report-page",
    access: "admin",
  },
  giftCardList: {
    path: "/admin/gift-cards",
    title: "Gift Cards",
    screen: "admin/gift-card-list-page",
    access: "admin",
  },
  stockReport: { path: "/admin/reports/stock", title: "Stock", screen: "admin/stock-report-page", access: "admin" },
  homeLayoutList: { path: "/admin/home", title: "Home page", screen: "admin/home-list-page", access: "admin" },
  homeLayout: { path: "/admin/home/:id", title: "Edit Home page", screen: "admin/home-edit-page", access: "admin" },
  articleList: { path: "/admin/journal", title: "Journal", screen: "admin/article-list-page", access: "admin" },
  articleEdit: {
    path: "/admin/journal/:id",
    title: "Edit article",
    screen: "admin/article-edit-page",
    access: "admin",
  },
  menus: { path: "/admin/menus", title: "Menus", screen: "admin/menus-page", access: "admin" },
  staff: { path: "/admin/staff", title: "Staff", screen: "admin/staff-page", access: "admin" },
  settings: { path: "/admin/settings", ...settings },
  settingsSection: { path: "/admin/settings/:section", ...settings },
  infoPageList: { path: "/admin/pages", title: "Pages", screen: "admin/info-page-list-page", access: "admin" },
  infoPageEdit: {
    path: "/admin/pages/:slug",
    title: "Edit page",
    screen: "admin/info-page-edit-page",
    access: "admin",
  },
  apiKeys: { path: "/admin/api-keys", title: "API keys", screen: "admin/api-keys-page", access: "admin" },
  webhookList: { path: "/admin/webhooks", title: "Webhooks", screen: "admin/webhooks-page", access: "admin" },
  webhook: { path: "/admin/webhooks/:id", title: "Webhook", screen: "admin/webhooks-page", access: "admin" },
  audit: { path: "/admin/audit", title: "Audit", screen: "admin/audit-page", access: "admin" },
  productEdit: {
    path: "/admin/product/:id/edit",
    title: "Edit product",
    screen: "admin/product-edit-page",
    access: "admin",
  },
  brandEdit: { path: "/admin/brand/:id/edit", title: "Edit brand", screen: "admin/brand-edit-page", access: "admin" },
  categoryEdit: {
    path: "/admin/category/:id/edit",
    title: "Edit category",
    screen: "admin/category-edit-page",
    access: "admin",
  },
  collectionEdit: {
    path: "/admin/collection/:id/edit",
    title: "Edit collection",
    screen: "admin/collection-edit-page",
    access: "admin",
  },
  discountEdit: {
    path: "/admin/discount/:id/edit",
    title: "Edit discount",
    screen: "admin/discount-edit-page",
    access: "admin",
  },
  customer: { path: "/admin/user/:id", title: "Customer", screen: "admin/customer-page", access: "admin" },
  userEdit: { path: "/admin/user/:id/edit", title: "Edit user", screen: "admin/user-edit-page", access: "admin" },
} as const satisfies Record<string, PageEntry>;

export type PageName = keyof typeof pages;
export type Page = (typeof pages)[PageName];
export type ScreenName = Page["screen"];

/** The title of an order's page: the end of its id, which customers see elsewhere too. */
function orderTitle({ id = "" }: PageParams): string {
  return `Order ${id.slice(-5)}`;
}

/** A page's title; `undefined` stands for the shop's default title. */
export function titleOf(page: Page, params: PageParams): string | undefined {
  return typeof page.title === "function" ? page.title(params) : page.title;
}

type ParamOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The address of a page. Parameters are percent-encoded. */
export function pathOf<Name extends PageName>(
  name: Name,
  params: Record<ParamOf<(typeof pages)[Name]["path"]>, string>,
): string {
  const values = new Map(Object.entries<string>(params));
  return pages[name].path.replace(/:(\w+)/g, (_whole, param: string) => encodeSegment(values.get(param) ?? ""));
}

/** Where browsers send the search form without scripts. */
export const searchFormPath = "/search";

/** The address of a page of the product list, searched or not. The first page is Home or the search itself. */
export function homePathOf(keyword: string, pageNumber: number): string {
  if (pageNumber === 1) return keyword === "" ? pages.home.path : pathOf("search", { keyword });
  const page = { pageNumber: String(pageNumber) };
  return keyword === "" ? pathOf("homePage", page) : pathOf("searchPage", { keyword, ...page });
}

/**
 * Text as one path segment. Browsers resolve `.` and `..`, encoded or not, as
 * relative segments; a trailing blank prevents that.
 */
export function encodeSegment(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return /^\.{1,2}$/.test(encoded) ? `${encoded}%20` : encoded;
}

const patterns = Object.values<Page>(pages).map((page) => ({ page, segments: page.path.split("/") }));

const partsMax = Math.max(...patterns.map(({ segments }) => segments.length));

/** The page at a path without its query, with decoded parameters; `undefined` where there is none. */
export function findPage(
  path: string,
  letters: "exact case" | "any case" = "exact case",
): { page: Page; params: PageParams } | undefined {
  const parts = path.split("/", partsMax + 1);
  if (parts.length > partsMax) return undefined;
  const segments = parts.map(decodeSegment);
  const isSame = (found: string, expected: string) =>
    (letters === "any case" ? found.toLowerCase() : found) === expected;
  for (const { page, segments: pattern } of patterns) {
    const params = matchSegments(pattern, segments, isSame);
    if (params !== undefined) return { page, params };
  }
  return undefined;
}

function matchSegments(
  pattern: string[],
  segments: string[],
  isSame: (found: string, expected: string) => boolean,
): PageParams | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const found = segments[index] ?? "";
    if (!expected.startsWith(":")) {
      if (!isSame(found, expected)) return undefined;
    } else if (found === "") return undefined;
    else params[expected.slice(1)] = found;
  }
  return params;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
