import { deskRouter } from "./admin/desk.ts";
import { ordersRouter } from "./admin/orders.ts";
import { usersRouter } from "./admin/users.ts";
import { router } from "./trpc.ts";

/** The administrators' desk, a router for each noun. */
export const adminRouter = router({
  desk: deskRouter,
  orders: ordersRouter,
  users: usersRouter,
});
