import { ProviderError } from "../infra/payment-provider.ts";
import { openPayPal } from "../infra/paypal/gateway.ts";
import type { PaymentSettings } from "../infra/paypal/settings.ts";
import { openStripe } from "../infra/stripe/gateway.ts";
import { modeOf, type StripeSettings } from "../infra/stripe/settings.ts";
import { error, type Finding, ok, warning } from "./finding.ts";

/** The answer of the provider to the credentials. */
export type CredentialsAnswer = "accepted" | "refused" | "none";

/** An order that no provider has. */
const unknownOrder = "0DOCTOR0000000000";
const timeoutMs = 10_000;

/** Signs in to the provider and reads an order that does not exist. Moves no money. */
export async function tryCredentials(settings: PaymentSettings): Promise<CredentialsAnswer> {
  const statuses: (number | undefined)[] = [];
  if (settings.mode === "off") return "none";
  const provider = openPayPal(settings, ({ status }) => statuses.push(status));
  try {
    await provider.readOrder(unknownOrder, performance.now() + timeoutMs);
    return "accepted";
  } catch (failure) {
    if (!(failure instanceof ProviderError)) throw failure;
    return [400, 401, 403].includes(statuses.at(-1) ?? 0) ? "refused" : "none";
  }
}

/** What Stripe says to the secret key; `null` if it takes it. Moves no money. */
export async function findStripeProblem(settings: StripeSettings | undefined): Promise<string | null> {
  if (settings === undefined) return null;
  return openStripe(settings, () => undefined).findAccessProblem(performance.now() + timeoutMs);
}

/** Nothing to find where the shop is not connected to Stripe. */
export function checkStripe(settings: StripeSettings | undefined, problem: string | null): Finding[] {
  if (settings === undefined) return [];
  if (problem !== null) return [error("stripe", problem)];
  const mode = modeOf(settings);
  const accepted =
    mode === "live"
      ? ok("stripe", "Stripe accepts the key for live payments.")
      : warning("stripe", "Stripe accepts the key, but no real money moves: it is one for test payments.");
  if (settings.webhookSecret !== undefined) return [accepted];
  const unheard = "STRIPE_WEBHOOK_SECRET is empty, so disputes are not reported. Add a webhook at Stripe.";
  return [accepted, warning("stripe webhook", unheard)];
}

/** The provider's time in milliseconds, by the Date header of any response. Throws without one. */
export async function readProviderTime(apiBase: string): Promise<number> {
  const response = await fetch(apiBase, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  const time = Date.parse(response.headers.get("date") ?? "");
  if (Number.isNaN(time)) throw new Error("the provider sends no Date header");
  return time;
}

export function checkPayments(settings: PaymentSettings, answer: CredentialsAnswer, hasOther = false): Finding[] {
  if (settings.mode === "off") {
    if (hasOther) return [];
    return [
      warning(
        "payments",
        "The shop takes no online payments. Connect PayPal or Stripe in the admin, or set the PAYPAL_ or STRIPE_ variables.",
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
