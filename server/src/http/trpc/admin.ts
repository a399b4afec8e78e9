import { apiKeysRouter } from "./admin/api-keys.ts";
import { auditRouter } from "./admin/audit.ts";
import { collectionsRouter } from "./admin/collections.ts";
import { dashboardRouter } from "./admin/dashboard.ts";
import { discountsRouter } from "./admin/discounts.ts";
import { exchangesRouter } from "./admin/exchanges.ts";
import { giftCardsRouter } from "./admin/gift-cards.ts";
import { homeRouter } from "./admin/home.ts";
import { importsRouter } from "./admin/imports.ts";
import { infoPagesRouter } from "./admin/info-pages.ts";
import { journalRouter } from "./admin/journal.ts";
import { mailTextsRouter } from "./admin/mail-texts.ts";
import { mailsRouter } from "./admin/mails.ts";
import { menusRouter } from "./admin/menus.ts";
import { orderEditsRouter } from "./admin/order-edits.ts";
import { ordersRouter } from "./admin/orders.ts";
import { ordersByHandRouter } from "./admin/orders-by-hand.ts";
import { plannedPricesRouter } from "./admin/planned-prices.ts";
import { productHistoryRouter } from "./admin/product-history.ts";
import { productsRouter } from "./admin/products.ts";
import { questionsRouter } from "./admin/questions.ts";
import { rehearsalsRouter } from "./admin/rehearsals.ts";
import { reportsRouter } from "./admin/reports.ts";
import { returnsRouter } from "./admin/returns.ts";
import { reviewsRouter } from "./admin/reviews.ts";
import { searchRouter } from "./admin/search.ts";
import { settingsRouter } from "./admin/settings.ts";
import { staffRouter } from "./admin/staff.ts";
import { taxonomyRouter } from "./admin/taxonomy.ts";
import { termsOfSaleRouter } from "./admin/terms-of-sale.ts";
import { usersRouter } from "./admin/users.ts";
import { webhooksRouter } from "./admin/webhooks.ts";
import { withdrawalsRouter } from "./admin/withdrawals.ts";
import { router } from "./trpc.ts";

/** The admin's routers. */
export const adminRouter = router({
  dashboard: dashboardRouter,
  orders: ordersRouter,
  orderEdits: orderEditsRouter,
  exchanges: exchangesRouter,
  ordersByHand: ordersByHandRouter,
  products: productsRouter,
  productHistory: productHistoryRouter,
  plannedPrices: plannedPricesRouter,
  brands: taxonomyRouter("brand", "Brand deleted"),
  categories: taxonomyRouter("category", "Category deleted"),
  collections: collectionsRouter,
  discounts: discountsRouter,
  giftCards: giftCardsRouter,
  users: usersRouter,
  staff: staffRouter,
  rehearsals: rehearsalsRouter,
  reports: reportsRouter,
  termsOfSale: termsOfSaleRouter,
  settings: settingsRouter,
  audit: auditRouter,
  mails: mailsRouter,
  search: searchRouter,
  home: homeRouter,
  journal: journalRouter,
  infoPages: infoPagesRouter,
  menus: menusRouter,
  mailTexts: mailTextsRouter,
  returns: returnsRouter,
  withdrawals: withdrawalsRouter,
  reviews: reviewsRouter,
  questions: questionsRouter,
  imports: importsRouter,
  apiKeys: apiKeysRouter,
  webhooks: webhooksRouter,
});
