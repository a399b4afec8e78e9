import type { PaymentMode } from "@shop/shared/order/payment";
import type { ProviderTimeouts } from "../provider-timeouts.ts";

/** The origins of PayPal, and the account of the simulator. */
export const providers = {
  live: { apiBase: "https://api-m.paypal.com", scriptBase: "https://www.paypal.com" },
  sandbox: { apiBase: "https://api-m.sandbox.paypal.com", scriptBase: "https://www.paypal.com" },
  simulator: { clientId: "simulator", clientSecret: "simulator", merchantId: "SIMULATEDSHOP" },
};

/** Where play money is moved. */
export type Sandbox = { apiBase: string; scriptBase: string };

export type PaymentSettings =
  | { mode: "off" }
  | {
      mode: Exclude<PaymentMode, "off">;
      clientId: string;
      clientSecret: string;
      /** The merchant id of the paid account; absent only if no real money moves. */
      merchantId: string | undefined;
      apiBase: string;
      scriptBase: string;
      webhookId: string | undefined;
      timeouts?: ProviderTimeouts;
    };

/** Settings of a reachable provider. */
export type LiveSettings = Exclude<PaymentSettings, { mode: "off" }>;
