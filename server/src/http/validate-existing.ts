import type { TRPCError } from "@trpc/server";

/** In a tRPC middleware, has an unknown thing refused before its malformed input: status 404 precedes 400. */
export async function validateExisting<Result extends { ok: boolean; error?: TRPCError }>(
  next: () => Promise<Result>,
  requireExisting: () => Promise<unknown>,
): Promise<Result> {
  const result = await next();
  if (result.error?.code === "BAD_REQUEST") await requireExisting();
  return result;
}
