import type { Limits } from "../../infra/limits.ts";
import { DomainError } from "../base/errors.ts";
import type { Emit } from "../base/events.ts";
import { refuseWhenLimited } from "../base/rate-limit.ts";

export type CodeLimitDeps = { limits: Pick<Limits, "discountCodes">; emit: Emit };

/** The refusal of an order with a code that no rule has. */
export class UnknownCode extends DomainError {}

/**
 * Looks codes up for an address or an account, which counts as a try as long as one of them is of no rule. Throws
 * RATE_LIMITED after too many tries, whether or not these codes would be right.
 */
export async function countingTries<Result>(
  { limits: { discountCodes: limit }, emit }: CodeLimitDeps,
  { key, codes }: { key: string; codes: readonly string[] },
  lookUp: () => Promise<Result>,
  hasUnknown: (result: Result) => boolean,
): Promise<Result> {
  if (codes.length === 0) return lookUp();
  refuseWhenLimited(emit, "discountCodes", await limit.count(key));
  try {
    const result = await lookUp();
    if (!hasUnknown(result)) await limit.takeBack(key);
    return result;
  } catch (error) {
    if (!(error instanceof UnknownCode)) await limit.takeBack(key).catch(() => undefined);
    throw error;
  }
}
