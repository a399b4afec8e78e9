import { auditRouter } from "./admin/audit.ts";
import { dashboardRouter } from "./admin/dashboard.ts";
import { mailsRouter } from "./admin/mails.ts";
import { ordersRouter } from "./admin/orders.ts";
import { productsRouter } from "./admin/products.ts";
import { taxonomyRouter } from "./admin/taxonomy.ts";
import { usersRouter } from "./admin/users.ts";
import { router } from "./trpc.ts";

/** The admin's routers. */
export const adminRouter = router({
  dashboard: dashboardRouter,
  orders: ordersRouter,
  products: productsRouter,
  brands: taxonomyRouter("brand", "Brand deleted"),
  categories: taxonomyRouter("category", "Category deleted"),
  users: usersRouter,
  audit: auditRouter,
  mails: mailsRouter,
});
