import type { PaymentMode } from "../order/payment.ts";
import { type PaymentMethod, specifiedMethods } from "../shop.ts";

/** The ways to pay as a page says them: nothing for the specified ones, which it knows. */
export function shownMethods(methods: readonly PaymentMethod[]): { paymentMethods?: readonly PaymentMethod[] } {
  const isSpecified =
    methods.length === specifiedMethods.length && specifiedMethods.every((each) => methods.includes(each));
  return isSpecified ? {} : { paymentMethods: methods };
}

/** Whether pages offer to buy with PayPal from the cart and from a product; nothing where they do not. */
export function shownExpress(
  { isExpress, paymentMethods }: { isExpress: boolean; paymentMethods: readonly PaymentMethod[] },
  payments: PaymentMode,
): { hasExpress?: true } {
  return isExpress && payments !== "off" && paymentMethods.includes("PayPal") ? { hasExpress: true } : {};
}
