import { type OnlineProvider, onlineProviders } from "@shop/shared/order/online-providers";
import type { Payments } from "../../infra/payment-provider.ts";

/** The payment providers that the shop is connected to. */
export function connectedProviders({ providers }: Pick<Payments, "providers">): OnlineProvider[] {
  return onlineProviders.filter((name) => providers[name] !== undefined);
}
