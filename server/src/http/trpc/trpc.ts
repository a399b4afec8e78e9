import type { Permission } from "@shop/shared/account/permissions";
import { initTRPC } from "@trpc/server";
import type { RequestContext } from "../context.ts";
import { toRefusal } from "../errors.ts";
import { requireAdmin, requireAdministrator, requireMember, requireUser } from "../security/access.ts";
import { toErrorShape } from "./error-shape.ts";

const t = initTRPC.context<RequestContext>().create({
  // Stacks never leave the process, whatever the environment.
  isDev: false,
  // Types the errors of the client. The adapter writes the same shape.
  errorFormatter: ({ shape, error, ctx }) =>
    toErrorShape(toRefusal(error), { path: shape.data.path, requestId: ctx?.requestId }),
});

export const router = t.router;
export const publicProcedure = t.procedure;

/** For signed-in users. Access is decided before the input is parsed. */
export const userProcedure = t.procedure.use(async ({ ctx, next }) =>
  next({ ctx: { ...ctx, user: await requireUser(ctx) } }),
);

/** For signed-in users with an account: not for guest customers. */
export const memberProcedure = t.procedure.use(async ({ ctx, next }) =>
  next({ ctx: { ...ctx, user: await requireMember(ctx) } }),
);

/** For whoever has the administrator's role, also without the second factor that the shop requires. */
export const administratorProcedure = t.procedure.use(async ({ ctx, next }) =>
  next({ ctx: { ...ctx, administrator: await requireAdministrator(ctx) } }),
);

/** For admins whose role has these permissions; for all of the staff without any. Access is decided before the input is parsed. */
export function adminProcedure<const Granted extends Permission = never>(...needed: readonly Granted[]) {
  return t.procedure.use(async ({ ctx, next }) => next({ ctx: { ...ctx, admin: await requireAdmin(ctx, needed) } }));
}
