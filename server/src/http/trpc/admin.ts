import { auditRouter } from "./admin/audit.ts";
import { dashboardRouter } from "./admin/dashboard.ts";
import { namesRouter } from "./admin/names.ts";
import { ordersRouter } from "./admin/orders.ts";
import { productsRouter } from "./admin/products.ts";
import { usersRouter } from "./admin/users.ts";
import { router } from "./trpc.ts";

/** The admin, a router for each noun. */
export const adminRouter = router({
  dashboard: dashboardRouter,
  orders: ordersRouter,
  products: productsRouter,
  brands: namesRouter("brand", "Brand deleted"),
  categories: namesRouter("category", "Category deleted"),
  users: usersRouter,
  audit: auditRouter,
});
