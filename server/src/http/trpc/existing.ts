import type { TRPCError } from "@trpc/server";

/** A middleware that has an unknown thing refused before malformed input: status 404 precedes 400. */
export function existing<Context, Input>(requireExisting: (call: { ctx: Context; input: Input }) => Promise<unknown>) {
  return async <Result extends { ok: boolean; error?: TRPCError }>({
    next,
    ...call
  }: {
    ctx: Context;
    input: Input;
    next: () => Promise<Result>;
  }): Promise<Result> => {
    const result = await next();
    if (result.error?.code === "BAD_REQUEST") await requireExisting(call);
    return result;
  };
}
