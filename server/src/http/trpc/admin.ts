import { usersRouter } from "./admin/users.ts";
import { router } from "./trpc.ts";

/** The administrators' desk, a router for each noun. */
export const adminRouter = router({
  users: usersRouter,
});
