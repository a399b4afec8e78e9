import { providerOfMethod } from "@shop/shared/order/online-providers";
import { type PaymentMethod, specifiedMethods } from "@shop/shared/shop";
import { useShop } from "./shop-identity.ts";

type WaysToPay = {
  /** What customers can choose from; without those of a provider that is not connected, if there are others. */
  methods: readonly PaymentMethod[];
  /** Whether customers can pay at all, and whether at once. */
  isPayable: boolean;
  isPayableOnline: boolean;
};

/** How the shop can be paid. */
export function useWaysToPay(): WaysToPay {
  const { payments, stripe, paymentMethods = specifiedMethods } = useShop();
  const isConnected = { paypal: payments !== "off", stripe: stripe !== undefined };
  const isOffered = (method: PaymentMethod) => method === "Bank Transfer" || isConnected[providerOfMethod(method)];
  const offered = paymentMethods.filter(isOffered);
  return {
    methods: offered.length === 0 ? paymentMethods : offered,
    isPayable: offered.length > 0,
    isPayableOnline: offered.some((method) => method !== "Bank Transfer"),
  };
}
