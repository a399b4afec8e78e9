import { memoByValue } from "./memo-by-value.ts";
import type { Payments, ProviderCall } from "./payment-provider.ts";
import { openPayPal } from "./paypal/gateway.ts";
import type { PaymentSettings } from "./paypal/settings.ts";
import { defaultTimeouts } from "./provider-timeouts.ts";
import { openStripe } from "./stripe/gateway.ts";
import { modeOf, type StripeSettings } from "./stripe/settings.ts";

/** What connects the shop to its providers. */
export type ProviderSettings = { paypal: PaymentSettings; stripe: StripeSettings | undefined };

type OnCall = (call: ProviderCall) => void;

/** Creates the clients of the providers that the shop is connected to. Makes no call yet. `onCall` is called after each call. */
export function openPayments({ paypal, stripe }: ProviderSettings, onCall: OnCall = () => undefined): Payments {
  const isOff = paypal.mode === "off";
  const { actMs } = (isOff ? undefined : paypal.timeouts) ?? stripe?.timeouts ?? defaultTimeouts;
  return {
    config: {
      clientId: isOff ? "" : paypal.clientId,
      mode: paypal.mode,
      scriptBase: isOff ? null : paypal.scriptBase,
      stripe:
        stripe === undefined
          ? null
          : { publishableKey: stripe.publishableKey, mode: modeOf(stripe), scriptBase: stripe.scriptBase },
    },
    providers: {
      ...(isOff ? {} : { paypal: openPayPal(paypal, onCall) }),
      ...(stripe === undefined ? {} : { stripe: openStripe(stripe, onCall) }),
    },
    actMs,
  };
}

/** The same by settings that can change while the process runs. Calls in progress end by the former ones. */
export function followPayments(settings: () => ProviderSettings, onCall: OnCall): Payments {
  const current = memoByValue(settings, (value) => openPayments(value, onCall));
  return {
    get config() {
      return current().config;
    },
    get providers() {
      return current().providers;
    },
    get actMs() {
      return current().actMs;
    },
  };
}
