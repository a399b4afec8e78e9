import { modeOfKey } from "@shop/shared/order/payment";
import { type StripeSettings, stripe } from "../infra/stripe/settings.ts";
import { EnvError, type Variables } from "./variables.ts";

type StripePlace = Pick<StripeSettings, "apiBase" | "scriptBase">;

/** Where the test mode of Stripe is: Stripe's own, unless a shop without real money names a simulator. */
export function readStripePlace({ NODE_ENV, DEMO, STRIPE_API_BASE: base }: Variables): StripePlace {
  if (base === undefined) return stripe;
  if (NODE_ENV === "production" && DEMO !== true)
    throw new EnvError("STRIPE_API_BASE: the simulator is for demos, not for production");
  return { apiBase: base, scriptBase: base };
}

/**
 * What the environment says of Stripe; nothing where it has no keys, so that the owner's hold. Refuses live keys in a demo
 * and keys of two modes.
 */
export function readStripe(env: Variables): StripeSettings | undefined {
  const {
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = env;
  if (publishableKey === undefined && secretKey === undefined) return undefined;
  if (publishableKey === undefined || secretKey === undefined) {
    const missing = publishableKey === undefined ? "STRIPE_PUBLISHABLE_KEY" : "STRIPE_SECRET_KEY";
    throw new EnvError(`${missing}: Stripe needs a publishable key and a secret key`);
  }
  if (modeOfKey(publishableKey) !== modeOfKey(secretKey))
    throw new EnvError("STRIPE_SECRET_KEY: one of the keys is for live payments, the other for test payments");
  if (modeOfKey(secretKey) === "live" && (env.DEMO === true || env.STRIPE_API_BASE !== undefined))
    throw new EnvError("STRIPE_SECRET_KEY: an invented shop or a simulator must not take real money");
  return { publishableKey, secretKey, webhookSecret, ...readStripePlace(env) };
}
