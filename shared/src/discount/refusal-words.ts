import { formatMoney, toWire } from "../money.ts";
import type { DiscountRefusal } from "./offer-discounts.ts";

/** Why an entered code does nothing, for its customer. What is missing is an amount in minor units, or a number of units. */
export function refusalWords(refusal: DiscountRefusal, missing: number): string {
  switch (refusal) {
    case "unknown":
      return "We do not know this code.";
    case "not yet":
      return "This code does not hold yet.";
    case "ended":
      return "This code has ended.";
    case "used up":
      return "This code was used as often as it can be.";
    case "used before":
      return "You have used this code before.";
    case "first order":
      return "This code is for a first order.";
    case "customers":
      return "This code is for other customers. Sign in if it was sent to you.";
    case "country":
      return "This code does not hold for orders to your country.";
    case "goods":
      return "This code is not for what is in your cart.";
    case "minimum":
      return `Add ${formatMoney(toWire(missing))} of the goods that this code is for.`;
    case "quantity":
      return `Add ${missing} more of the goods that this code is for.`;
    case "nothing":
      return "This code saves nothing on this order.";
    case "less":
      return "Another discount saves you more than this code.";
  }
}
