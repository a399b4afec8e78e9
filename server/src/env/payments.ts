import { type PaymentSettings, providers, type Sandbox } from "../infra/paypal/settings.ts";
import { hasCredentials } from "./origin.ts";
import { EnvError, type Variables } from "./variables.ts";

/**
 * The payment settings of the environment; nothing where it has none, so that the owner's hold. Refuses the simulator in
 * production and real credentials in a demo.
 */
export function readPayments(env: Variables): PaymentSettings | undefined {
  const isProduction = env.NODE_ENV === "production";
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_API_BASE: apiBase } = env;
  if (env.DEMO === true && hasCredentials(env)) {
    throw new EnvError("DEMO: an invented shop must not take real money; remove the PAYPAL_ settings or DEMO");
  }
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    const missing = clientId === undefined ? "PAYPAL_CLIENT_ID" : "PAYPAL_CLIENT_SECRET";
    throw new EnvError(`${missing}: the payment provider needs a client id and a secret`);
  }
  const { PAYPAL_MERCHANT_ID: merchantId, PAYPAL_WEBHOOK_ID: webhookId } = env;
  const mode = env.PAYMENTS ?? (hasCredentials(env) ? (isProduction ? "live" : "sandbox") : undefined);
  if (mode === undefined) return undefined;
  if (mode === "off") return { mode };
  if (mode === "simulator") {
    if (isProduction && env.DEMO !== true)
      throw new EnvError("PAYMENTS: the simulator is for demos, not for production");
    if (hasCredentials(env))
      throw new EnvError("PAYMENTS: the simulator takes no PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET");
    if (apiBase === undefined) throw new EnvError("PAYPAL_API_BASE: the simulator's origin is required");
    return { mode, ...providers.simulator, apiBase, scriptBase: apiBase, webhookId };
  }
  if (clientId === undefined || clientSecret === undefined) {
    throw new EnvError(`PAYPAL_CLIENT_ID: is required for ${mode} payments`);
  }
  // Without it, a payment to another merchant would be accepted.
  if (mode === "live" && merchantId === undefined) {
    throw new EnvError("PAYPAL_MERCHANT_ID: is required for live payments");
  }
  const provider = providers[mode];
  if (apiBase !== undefined && apiBase !== provider.apiBase) {
    throw new EnvError(`PAYPAL_API_BASE: must be ${provider.apiBase} for ${mode} payments`);
  }
  return { mode, ...provider, clientId, clientSecret, merchantId, webhookId };
}

/** Where the sandbox of an owner's settings is: PayPal's, unless a shop that is not in production names a simulator. */
export function readSandbox({ NODE_ENV, PAYPAL_API_BASE: base }: Variables): Sandbox {
  return base === undefined || NODE_ENV === "production" ? providers.sandbox : { apiBase: base, scriptBase: base };
}
