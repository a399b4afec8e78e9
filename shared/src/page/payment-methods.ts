import { type PaymentMethod, specifiedMethods } from "../shop.ts";

/** The ways to pay as a page says them: nothing for the specified ones, which it knows. */
export function shownMethods(methods: readonly PaymentMethod[]): { paymentMethods?: readonly PaymentMethod[] } {
  const isSpecified =
    methods.length === specifiedMethods.length && specifiedMethods.every((each) => methods.includes(each));
  return isSpecified ? {} : { paymentMethods: methods };
}
