import { z } from "zod";
import type { DiscountTerms } from "../discount/discount-rule.ts";
import { rehearsedDiscountSchema } from "../discount/discount-schema.ts";
import type { PriceParts } from "../pricing.ts";
import type { TermsOfSale } from "../terms-of-sale/terms-of-sale.ts";
import { editedTermsSchema } from "../terms-of-sale/terms-schema.ts";

/** How far back orders are looked at. */
export const rehearsedDays = 90;
/** The most orders that are looked at, the newest ones. */
export const rehearsedOrdersMax = 50_000;
/** How many of the orders that would change most are shown. */
export const rehearsedExamples = 10;

/** A change that is tried on the shop's past before it is saved. Amounts in minor units. */
export const rehearseSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("discount"), id: z.uuid("This is not an id"), terms: rehearsedDiscountSchema }),
  z.object({ kind: z.literal("terms of sale"), terms: editedTermsSchema }),
  z.object({
    kind: z.literal("price"),
    product: z.uuid("This is not an id").toLowerCase(),
    cents: z.int("A price must be a whole number").min(0).max(999_999_99),
  }),
]);
export type Rehearse = z.output<typeof rehearseSchema>;

/** What decides what a rule gives, apart from its name and its time. */
export type RehearsedDiscount = Omit<DiscountTerms, "name" | "from" | "until">;

/** A change as it is stored: by its content, what was saved later is known to be what was tried. */
export type Proposal =
  | { kind: "discount"; id: string; terms: RehearsedDiscount }
  | { kind: "terms of sale"; terms: TermsOfSale }
  | { kind: "price"; product: string; cents: number };

/** What was saved, of which it is asked what was foretold and what came of it. */
export const rehearsalOutcomeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("discount"), id: z.uuid("This is not an id") }),
  z.object({ kind: z.literal("terms of sale") }),
  z.object({ kind: z.literal("price"), id: z.uuid("This is not an id") }),
]);
export type AskedOutcome = z.output<typeof rehearsalOutcomeSchema>;

/**
 * What some orders bring, in minor units. The margin is what is left of the goods whose cost is known, without tax; the
 * units say of how many of all that is.
 */
export type OrderSums = {
  orders: number;
  totalCents: number;
  discountCents: number;
  deliveryCents: number;
  taxCents: number;
  marginCents: number;
  units: number;
  unitsWithCost: number;
};

/** The price of an order, line by line; in minor units. */
export type Bill = PriceParts & {
  items: { name: string; qty: number; cents: number; discountCents: number }[];
  /** What discounts take off the delivery. */
  deliveryDiscountCents: number;
  delivery: string;
  taxes: { name: string; rate: number; cents: number }[];
};

/** An order as it was and as it would have been; null where it could not have been delivered. */
export type ChangedOrder = { order: string; placedAt: string; before: Bill; after: Bill | null };

export type RehearsalResult = {
  /** When the first and the last of the orders was placed; null without any. */
  from: string | null;
  until: string | null;
  days: number;
  /** Since when the rates of new terms hold that begin later; null where nothing begins. */
  ratesOf: string | null;
  /** All orders, and those that the change touches. */
  all: { before: OrderSums; after: OrderSums };
  touched: { before: OrderSums; after: OrderSums };
  /** How many could not have been delivered. They are not in the sums of what would have been. */
  lost: number;
  examples: ChangedOrder[];
};

export type Rehearsal = {
  _id: string;
  state: "waiting" | "done" | "failed";
  /** How many orders were looked at so far. */
  looked: number;
  createdAt: string;
  result: RehearsalResult | null;
};

/** What was foretold of what is in force, and what came of it. */
export type RehearsalOutcome = {
  foretold: Rehearsal & { result: RehearsalResult };
  /** Since it was foretold, by the orders that it is about. */
  came: OrderSums & { days: number };
};
