import type { PaymentConfig } from "@shop/shared/order/payment";

/** The origins of PayPal, and the account of the simulator. */
export const providers = {
  live: { apiBase: "https://api-m.paypal.com", scriptBase: "https://www.paypal.com" },
  sandbox: { apiBase: "https://api-m.sandbox.paypal.com", scriptBase: "https://www.paypal.com" },
  simulator: { clientId: "simulator", clientSecret: "simulator", merchantId: "SIMULATEDSHOP" },
};

/** Where play money is moved. */
export type Sandbox = { apiBase: string; scriptBase: string };

/** Time-outs in milliseconds: for one call, and for all calls of one operation. */
export type ProviderTimeouts = { callMs: number; actMs: number };
export const defaultTimeouts: ProviderTimeouts = { callMs: 5_000, actMs: 11_000 };

export type PaymentSettings =
  | { mode: "off" }
  | {
      mode: Exclude<PaymentConfig["mode"], "off">;
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
export type LiveSettings = Exclude<PaymentSettings, { mode: "off" }> & { timeouts: ProviderTimeouts };
