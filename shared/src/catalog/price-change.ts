import { z } from "zod";
import { decimalsInWords, formatMoney, fromWire, plainMoney, toWire } from "../money.ts";
import { changedPriceCentsMin, priceCentsMax } from "../shop.ts";

const percentMax = 1_000;

/** Percent have at most two decimals, so that a hundredfold is a whole number; amounts those of the currency. */
const valueSchema = z.number({ error: "Enter a number" }).positive("Enter a number above 0");

/** A change of the prices of several products: up or down, by percent or by a wire amount. */
export const priceChangeSchema = z
  .object({
    direction: z.enum(["up", "down"]),
    by: z.enum(["percent", "amount"]),
    value: valueSchema,
    /** The cent, or the nearest price that ends in .99. */
    rounding: z.enum(["cent", "99"]),
  })
  .superRefine(({ direction, by, value }, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", path: ["value"], message });
    if (by === "amount") {
      if (value > toWire(priceCentsMax)) refuse(`Enter at most ${plainMoney(toWire(priceCentsMax))}`);
      if (fromWire(value) === null) refuse(`Enter ${decimalsInWords()}`);
    } else if (!isHundredth(value)) {
      refuse("Enter at most two decimals");
    } else if (direction === "down" && value >= 100) {
      refuse("Enter less than 100 percent");
    } else if (value > percentMax) {
      refuse("Enter at most 1,000 percent");
    }
  });
export type PriceChange = z.output<typeof priceChangeSchema>;

/** A price after a change, in cents, or why a product cannot have it. */
export type ChangedPrice = { cents: number; reason?: undefined } | { cents?: undefined; reason: string };

/** The price that a change makes of another, in cents. Halves of a cent are rounded up. */
export function changePrice(cents: number, change: PriceChange): ChangedPrice {
  const exact = Math.floor(exactPrice(cents, change));
  if (exact < changedPriceCentsMin) {
    return { reason: `would be ${signed(exact)}; the lowest price is ${formatMoney(toWire(changedPriceCentsMin))}` };
  }
  const rounded = change.rounding === "cent" ? exact : nearest99(exact);
  if (rounded > priceCentsMax) {
    return { reason: `would be ${signed(rounded)}; the highest price is ${formatMoney(toWire(priceCentsMax))}` };
  }
  return { cents: rounded };
}

/** With half a cent added, so that rounding down rounds it. */
function exactPrice(cents: number, { direction, by, value }: PriceChange): number {
  const sign = direction === "up" ? 1 : -1;
  if (by === "amount") return cents + sign * (fromWire(value) ?? 0);
  const hundredfold = Math.round(value * 100);
  // In integers: the nearest double of a product of decimals can be on the other side of half a cent.
  return (cents * (10_000 + sign * hundredfold) + 5_000) / 10_000;
}

/** Whether a number has at most two decimals. */
function isHundredth(value: number): boolean {
  return Math.round(value * 100) / 100 === value;
}

/** The nearest price whose last two digits are nines. */
function nearest99(cents: number): number {
  return Math.max(99, Math.round((cents - 99) / 100) * 100 + 99);
}

function signed(cents: number): string {
  return cents < 0 ? `-${formatMoney(toWire(-cents))}` : formatMoney(toWire(cents));
}
