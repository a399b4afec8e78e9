import type { Limits } from "../../infra/limits.ts";
import { DomainError } from "./errors.ts";
import type { Emit } from "./events.ts";

/** Throws RATE_LIMITED if a limit says how long to wait. */
export function refuseWhenLimited(emit: Emit, limit: keyof Limits, retryAfter: number | null): void {
  if (retryAfter === null) return;
  emit({ type: "too many tries", limit });
  throw new DomainError("RATE_LIMITED", "Too many attempts. Please wait a little and try again.", { retryAfter });
}
