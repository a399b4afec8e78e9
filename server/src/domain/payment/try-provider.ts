import type { OnlineProvider } from "@shop/shared/order/online-providers";
import type { TestOutcome } from "@shop/shared/settings/settings";
import type { Admin } from "../base/actor.ts";
import { actDeadline, limitLookups, type PaymentDeps } from "./deps.ts";

/** Signs in to a payment provider. Moves no money. Throws RATE_LIMITED. */
export async function tryProvider(
  deps: PaymentDeps,
  admin: Admin<"settings.write">,
  name: OnlineProvider,
): Promise<TestOutcome> {
  const provider = deps.payments.providers[name];
  if (provider === undefined) return { isFine: false, reason: "Payments by it are off." };
  await limitLookups(deps, admin.id);
  const reason = await provider.findAccessProblem(actDeadline(deps));
  return reason === null ? { isFine: true } : { isFine: false, reason };
}
