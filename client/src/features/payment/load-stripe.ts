import type { PaymentConfig } from "@shop/shared/order/payment";
import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";

type StripeConfig = NonNullable<PaymentConfig["stripe"]>;

/** The time after which a script that has not come counts as failed, in milliseconds. */
const scriptTimeoutMs = 15_000;

/** Loads Stripe's script and opens the shop's account in it. Rejects if it does not come. */
export function openStripe(config: StripeConfig): Promise<Stripe> {
  const late = new Promise<never>((_done, fail) => {
    setTimeout(() => fail(new Error("The script did not come in time")), scriptTimeoutMs);
  });
  return Promise.race([load(config), late]);
}

async function load({ publishableKey, mode, scriptBase }: StripeConfig): Promise<Stripe> {
  // Stripe's loader takes its own address alone, and a script that is there already.
  if (mode === "simulator") await loadScript(`${scriptBase}/v3/`);
  const stripe = await loadStripe(publishableKey);
  if (stripe === null) throw new Error("Stripe needs a browser");
  return stripe;
}

function loadScript(src: string): Promise<void> {
  if ("Stripe" in window) return Promise.resolve();
  return new Promise((done, fail) => {
    const script = document.createElement("script");
    script.src = src;
    script.addEventListener("load", () => done());
    script.addEventListener("error", () => {
      script.remove();
      fail(new Error("The script could not be loaded"));
    });
    document.head.append(script);
  });
}
