import type { ErrorCode } from "@shop/shared/errors";
import { DrizzleQueryError } from "drizzle-orm";
import { toDatabaseFailure } from "../../db/errors.ts";

/** The reasons for which the domain refuses an act. Each maps to one status and one wire code. */
export type RefusalKind = Exclude<ErrorCode, "INTERNAL" | "METHOD_NOT_ALLOWED" | "TIMEOUT" | "UNSUPPORTED_MEDIA_TYPE">;

/** A refusal whose message is shown to the user. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  constructor(
    readonly kind: RefusalKind,
    message: string,
    /**
     * `retryAfter`: seconds until another attempt makes sense. `errors`: the invalid fields.
     * `cause`: for the log.
     */
    readonly more: { retryAfter?: number; errors?: { path: string; message: string }[]; cause?: Error } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
  }
}

/** The entity does not exist, or does not exist for the caller. */
export function notFound(what: string): DomainError {
  return new DomainError("NOT_FOUND", `${what} not found`);
}

/**
 * Throws STALE if a change starts from a version that is not the current one. A change without a
 * version is always allowed.
 */
export function refuseStale(found: { version: number }, asked: { version?: number | undefined }): void {
  if (asked.version === undefined || asked.version === found.version) return;
  throw new DomainError("STALE", "Someone else saved this meanwhile");
}

/** Whether a write failed on the constraint of this name. */
export function violates(error: unknown, constraint: string): boolean {
  return toDatabaseFailure(error)?.constraint === constraint;
}

/** What a transaction read before its locks is not so any more; `retryingConflicts` begins it anew. */
export class Overtaken extends Error {
  override readonly name = "Overtaken";
}

/**
 * Runs work again, three times in all, if it was overtaken, or if the database ended it with a serialization failure or a
 * deadlock.
 */
export async function retryingConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  const tries = 3;
  for (let left = tries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      const isConflict = error instanceof Overtaken || toDatabaseFailure(error)?.kind === "conflict";
      if (left <= 1 || !isConflict) throw error;
    }
  }
}

/** Whether the database was unreachable or timed out, so that the same act may succeed later. */
export function isOutage(error: unknown): boolean {
  const failure = toDatabaseFailure(error);
  return failure !== null && failure.kind !== "rejected";
}

/** The loggable part of an error. Never the query builder's message, which contains parameters. */
export function toLoggable(error: unknown): { type: string; message: string; stack: string } {
  const failure = toDatabaseFailure(error);
  if (failure !== null) {
    const constraint = failure.constraint === undefined ? "" : ` on ${failure.constraint}`;
    return { type: "DatabaseError", message: `${failure.kind} ${failure.code}${constraint}`, stack: "" };
  }
  if (error instanceof DomainError) {
    const cause = error.cause instanceof Error ? ` (${toLoggable(error.cause).message})` : "";
    return { type: error.kind, message: error.message + cause, stack: error.stack ?? "" };
  }
  if (error instanceof DrizzleQueryError) return toLoggable(error.cause);
  if (error instanceof Error) return { type: error.name, message: error.message, stack: error.stack ?? "" };
  return { type: typeof error, message: "something that is not an error was thrown", stack: "" };
}
