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
  const { payments, paymentMethods = specifiedMethods } = useShop();
  const hasTransfer = paymentMethods.includes("Bank Transfer");
  const isConnected = payments !== "off";
  return {
    methods: hasTransfer && !isConnected ? ["Bank Transfer"] : paymentMethods,
    isPayable: isConnected || hasTransfer,
    isPayableOnline: isConnected && paymentMethods.some((method) => method !== "Bank Transfer"),
  };
}
