import { initTRPC } from "@trpc/server";
import type { RequestContext } from "../context.ts";
import { toRefusal } from "../errors.ts";
import { requireAdmin, requireUser } from "../security/access.ts";

const t = initTRPC.context<RequestContext>().create({
  // Stacks never leave the process, whatever the environment.
  isDev: false,
  errorFormatter: ({ shape, error, ctx }) => {
    const refusal = toRefusal(error);
    return {
      ...shape,
      message: refusal.message,
      data: {
        path: shape.data.path,
        httpStatus: refusal.status,
        code: refusal.code,
        errors: refusal.errors,
        requestId: ctx?.requestId,
      },
    };
  },
});

export const router = t.router;
export const publicProcedure = t.procedure;

/** For whoever is signed in. Access is decided before the input is looked at. */
export const userProcedure = t.procedure.use(async ({ ctx, next }) =>
  next({ ctx: { ...ctx, user: await requireUser(ctx) } }),
);

/** For administrators. Access is decided before the input is looked at. */
export const adminProcedure = t.procedure.use(async ({ ctx, next }) =>
  next({ ctx: { ...ctx, admin: await requireAdmin(ctx) } }),
);
