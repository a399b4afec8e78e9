import { z } from "zod";
import { decimalsInWords, fromWire, plainMoney, toWire } from "../money.ts";
import { priceCentsMax } from "../shop.ts";
import { amountMeta } from "../wire.ts";

/** The error of a field that holds no number of at least 0. Forms send an empty text for an empty field. */
export function numberError(what: string, rule: string) {
  return ({ input }: { input?: unknown }) => {
    if (input === undefined || input === "") return `${what} is required`;
    const isText = typeof input === "string" || typeof input === "number";
    return isText && String(input).startsWith("-") ? `${what} cannot be negative` : rule;
  };
}

/** A wire amount, as integer cents. */
export function amountSchema(what: string) {
  const error = numberError(what, `${what} must be a number of at least 0`);
  return z
    .number({ error })
    .meta({ ...amountMeta, maximum: toWire(priceCentsMax) })
    .transform((amount, context) => {
      const refuse = (message: string) => {
        context.issues.push({ code: "custom", message, input: amount });
        return z.NEVER;
      };
      if (amount < 0) return refuse(error({ input: amount }));
      if (amount > toWire(priceCentsMax)) return refuse(`${what} can be at most ${plainMoney(toWire(priceCentsMax))}`);
      return fromWire(amount) ?? refuse(`${what} can have ${decimalsInWords()}`);
    });
}
