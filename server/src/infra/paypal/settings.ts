import type { PaymentConfig } from "@shop/shared/payment";

/** Where PayPal is, and its stand-in's name for the shop. */
export const providers = {
  live: { apiBase: "https://api-m.paypal.com", scriptBase: "https://www.paypal.com" },
  sandbox: { apiBase: "https://api-m.sandbox.paypal.com", scriptBase: "https://www.paypal.com" },
  simulator: { clientId: "simulator", clientSecret: "simulator", merchantId: "SIMULATEDSHOP" },
};

/** How long the provider may take, in milliseconds: for one call, and for all calls of one act. */
export type ProviderTimeouts = { callMs: number; actMs: number };
export const defaultTimeouts: ProviderTimeouts = { callMs: 5_000, actMs: 11_000 };

/** Settings of the payment provider. */
export type PaymentSettings =
  | { mode: "off" }
  | {
      mode: Exclude<PaymentConfig["mode"], "off">;
      clientId: string;
      clientSecret: string;
      /** The account that is paid; absent only where no real money moves. */
      merchantId: string | undefined;
      apiBase: string;
      scriptBase: string;
      webhookId: string | undefined;
      /** What the customer sees as the one who is paid. */
      shopName: string;
      timeouts?: ProviderTimeouts;
    };

/** Settings with which the provider can be reached. */
export type LiveSettings = Exclude<PaymentSettings, { mode: "off" }> & { timeouts: ProviderTimeouts };

/** The provider gave no usable answer: it is unreachable, slow, broken, or does not let the shop in. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
}
