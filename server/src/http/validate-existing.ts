import type { TRPCError } from "@trpc/server";
import type { z } from "zod";

/**
 * Parses the body of a change. Status 404 precedes 400: when the body is
 * invalid, `requireExisting` refuses first what does not exist. For a valid body
 * that is checked by the act itself.
 */
export async function parseForExisting<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  requireExisting: () => Promise<unknown>,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  await requireExisting();
  throw parsed.error;
}

/** The same for a tRPC middleware: `next` parses the rest of the input and runs the act. */
export async function validateExisting<Result extends { ok: boolean; error?: TRPCError }>(
  next: () => Promise<Result>,
  requireExisting: () => Promise<unknown>,
): Promise<Result> {
  const result = await next();
  if (result.error?.code === "BAD_REQUEST") await requireExisting();
  return result;
}
