import { initTRPC } from "@trpc/server";
import type { RequestContext } from "../context.ts";
import { toRefusal } from "../errors.ts";

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
