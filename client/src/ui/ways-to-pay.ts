import { isPaidOnline, type PaymentMethod, specifiedMethods } from "@shop/shared/shop";
import type { DeliveryMethod } from "@shop/shared/terms-of-sale/terms-of-sale";
import { useShop } from "./shop-identity.ts";

type WaysToPay = {
  /** What customers can choose from; without those of a provider that is not connected, if there are others. */
  methods: readonly PaymentMethod[];
  /** Whether customers can pay at all. */
  isPayable: boolean;
};

/** How the shop can be paid, and how an order that is delivered in a way, if one is given. */
export function useWaysToPay(delivery?: DeliveryMethod | null): WaysToPay {
  const { payments, stripe, paymentMethods = specifiedMethods } = useShop();
  const isConnected = (method: PaymentMethod) => (method === "Stripe" ? stripe !== undefined : payments !== "off");
  const isByDelivery = delivery === undefined || delivery?.onDelivery !== undefined;
  const isPossible = (method: PaymentMethod) =>
    method === "On Delivery" ? isByDelivery : !isPaidOnline(method) || isConnected(method);
  const offered = paymentMethods.filter(isPossible);
  return {
    methods: offered.length === 0 ? paymentMethods.filter(isPaidOnline) : offered,
    isPayable: offered.length > 0,
  };
}
