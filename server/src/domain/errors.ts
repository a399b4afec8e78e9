import type { ErrorCode } from "@shop/shared/errors";
import { toDatabaseFailure } from "../db/errors.ts";

/** Why the shop refuses an act. Each kind has one status and one code on the wire. */
export type RefusalKind = Exclude<
  ErrorCode,
  "INTERNAL" | "UNAVAILABLE" | "METHOD_NOT_ALLOWED" | "TIMEOUT" | "UNSUPPORTED_MEDIA_TYPE"
>;

/** A refusal that people may read: the message is shown as it is. */
export class DomainError extends Error {
  override readonly name = "DomainError";
  constructor(
    readonly kind: RefusalKind,
    message: string,
    /** Seconds after which another try makes sense; the fields that are wrong; for the log, what went wrong before. */
    readonly more: { retryAfter?: number; errors?: { path: string; message: string }[]; cause?: Error } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
  }
}

/** What is asked for does not exist, or does not exist for the one who asks. */
export function notFound(what: string): DomainError {
  return new DomainError("NOT_FOUND", `${what} not found`);
}

/** Refuses a change that starts from a state which is no longer the newest. A change that names no state is let through. */
export function refuseStale(found: { version: number }, asked: { version?: number | undefined }): void {
  if (asked.version === undefined || asked.version === found.version) return;
  throw new DomainError("STALE", "Someone else saved this meanwhile");
}

/** Whether a write was refused by the constraint of this name. */
export function violates(error: unknown, constraint: string): boolean {
  return toDatabaseFailure(error)?.constraint === constraint;
}

/**
 * Does a piece of work again when the database ended it only because another
 * stood in its way; the last time, the refusal goes on to the caller.
 */
export async function retryingConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  const tries = 3;
  for (let left = tries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 1 || toDatabaseFailure(error)?.kind !== "conflict") throw error;
    }
  }
}

/** Whether the database could not be reached or gave up, so that the same act may succeed in a moment. */
export function isOutage(error: unknown): boolean {
  const failure = toDatabaseFailure(error);
  return failure !== null && failure.kind !== "rejected";
}

/** What a log may say of an error: never the query builder's message, which holds what was sent. */
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
  if (error instanceof Error) return { type: error.name, message: error.message, stack: error.stack ?? "" };
  return { type: typeof error, message: "something that is not an error was thrown", stack: "" };
}
