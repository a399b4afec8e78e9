import type { TestOutcome } from "@shop/shared/settings/settings";
import { ProviderError } from "../../infra/paypal/settings.ts";
import type { Admin } from "../base/actor.ts";
import { actDeadline, limitLookups, type PaymentDeps } from "./deps.ts";

/** An order that no provider has. */
const unknownOrder = "0SETTINGS00000000";

/** Signs in to the payment provider and reads an order that does not exist. Moves no money. Throws RATE_LIMITED. */
export async function tryProvider(deps: PaymentDeps, admin: Admin<"settings.write">): Promise<TestOutcome> {
  const { provider } = deps.payments;
  if (provider === undefined) return { isFine: false, reason: "Payments are off." };
  await limitLookups(deps, admin.id);
  try {
    await provider.readOrder(unknownOrder, actDeadline(deps));
    return { isFine: true };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const isRefused = /status 40[013]/.test(error.message);
    return {
      isFine: false,
      reason: isRefused
        ? "PayPal does not know this client ID with this secret. The sandbox and live payments have one each."
        : "PayPal cannot be reached right now. Please try again in a minute.",
    };
  }
}
