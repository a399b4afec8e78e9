import { ProviderError } from "../infra/payment-provider.ts";
import { openPayments } from "../infra/paypal/gateway.ts";
import type { PaymentSettings } from "../infra/paypal/settings.ts";
import { error, type Finding, ok, warning } from "./finding.ts";

/** The answer of the provider to the credentials. */
export type CredentialsAnswer = "accepted" | "refused" | "none";

/** An order that no provider has. */
const unknownOrder = "0DOCTOR0000000000";
const timeoutMs = 10_000;

/** Signs in to the provider and reads an order that does not exist. Moves no money. */
export async function tryCredentials(settings: PaymentSettings): Promise<CredentialsAnswer> {
  const statuses: (number | undefined)[] = [];
  const { provider } = openPayments(settings, ({ status }) => statuses.push(status));
  if (provider === undefined) return "none";
  try {
    await provider.readOrder(unknownOrder, performance.now() + timeoutMs);
    return "accepted";
  } catch (failure) {
    if (!(failure instanceof ProviderError)) throw failure;
    return [400, 401, 403].includes(statuses.at(-1) ?? 0) ? "refused" : "none";
  }
}

/** The provider's time in milliseconds, by the Date header of any response. Throws without one. */
export async function readProviderTime(apiBase: string): Promise<number> {
  const response = await fetch(apiBase, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  const time = Date.parse(response.headers.get("date") ?? "");
  if (Number.isNaN(time)) throw new Error("the provider sends no Date header");
  return time;
}

export function checkPayments(settings: PaymentSettings, answer: CredentialsAnswer): Finding[] {
  if (settings.mode === "off") {
    return [
      warning(
        "payments",
        "The shop takes no online payments. Connect PayPal in the admin, or set the PAYPAL_ variables.",
      ),
    ];
  }
  const { mode, webhookId, apiBase } = settings;
  if (answer === "refused") {
    return [
      error(
        "payments",
        `${apiBase} refuses PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET for ${mode} payments. Correct them.`,
      ),
    ];
  }
  if (answer === "none") {
    return [error("payments", `${apiBase} gives no usable answer. Check the network path and PayPal's status.`)];
  }
  const accepted =
    mode === "live"
      ? ok("payments", "PayPal accepts the credentials for live payments.")
      : warning("payments", `The provider accepts the credentials, but no real money moves: PAYMENTS is ${mode}.`);
  if (webhookId !== undefined) return [accepted];
  return [
    accepted,
    warning("webhook", "PAYPAL_WEBHOOK_ID is empty, so disputes are not reported. Add a webhook at PayPal."),
  ];
}
