import { type PaymentMethod, specifiedMethods } from "@shop/shared/shop";
import { useShop } from "./shop-identity.ts";

type WaysToPay = {
  /** What customers can choose from; without those of a provider that is not connected, if there are others. */
  methods: readonly PaymentMethod[];
  /** Whether customers can pay at all. */
  isPayable: boolean;
};

/** How the shop can be paid. */
export function useWaysToPay(): WaysToPay {
  const { payments, stripe, paymentMethods = specifiedMethods } = useShop();
  const isConnected = (method: PaymentMethod) => (method === "Stripe" ? stripe !== undefined : payments !== "off");
  const offered = paymentMethods.filter((method) => method === "Bank Transfer" || isConnected(method));
  return {
    methods: offered.length === 0 ? paymentMethods : offered,
    isPayable: offered.length > 0,
  };
}
