import { z } from "zod";
import { emailSchema, lineSchema } from "../account/account.ts";
import { withdrawalWordsLength, withdrawnGoodsLength } from "../shop.ts";
import { optionalTextSchema } from "./order-message.ts";
import { orderNumberPattern, orderNumberRule } from "./order-number.ts";

/**
 * The states of a withdrawal from the contract of an order. `refused` and `refunded` are final, and so is `accepted`
 * for an order that was never paid. The order's own steps do not change.
 */
export const withdrawalStates = ["declared", "accepted", "goods back", "refunded", "refused"] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

/** What an admin decides. */
export const withdrawalDecisions = ["accepted", "goods back", "refunded", "refused"] as const;
export type WithdrawalDecision = (typeof withdrawalDecisions)[number];

const next: Record<WithdrawalState, readonly WithdrawalDecision[]> = {
  declared: ["accepted", "refused"],
  // The money may go back before the goods, or without them where nothing was sent.
  accepted: ["goods back", "refunded"],
  "goods back": ["refunded"],
  refunded: [],
  refused: [],
};

/** The decisions that are possible in a state. An order that was never paid needs none after it was accepted. */
export function nextDecisions(state: WithdrawalState, { isPaid }: { isPaid: boolean }): readonly WithdrawalDecision[] {
  return state === "accepted" && !isPaid ? [] : next[state];
}

/** The end of an order's id, which screens and mails show, or all of it. */
const orderNumberSchema = z
  .string({ error: "Order number is required" })
  .trim()
  .toLowerCase()
  .min(1, "Order number is required")
  .regex(orderNumberPattern, orderNumberRule)
  .transform((number) => number.replace("#", ""));

/** A declaration that a customer withdraws from the contract of an order. No reason is asked for. */
export const declareWithdrawalSchema = z.object({
  orderNumber: orderNumberSchema,
  email: emailSchema,
  goods: optionalTextSchema("The products", withdrawnGoodsLength).meta({
    description: "What of the order the customer withdraws from, in words; empty for all of it.",
  }),
});
export type DeclareWithdrawal = z.output<typeof declareWithdrawalSchema>;

/** `words` are for the customer; a refusal needs some. */
export const decideWithdrawalSchema = z.discriminatedUnion("to", [
  z.object({ to: z.literal("refused"), words: lineSchema("An explanation", withdrawalWordsLength) }),
  z.object({ to: z.enum(["accepted", "goods back", "refunded"]) }),
]);
export type DecideWithdrawal = z.output<typeof decideWithdrawalSchema>;

/** A withdrawal as admins see it. */
export type WithdrawalRecord = {
  _id: string;
  orderId: string;
  customer: { name: string; email: string };
  totalPrice: number;
  declaredAt: string;
  /** Whether it was declared after the days that the shop gives. */
  isLate: boolean;
  state: WithdrawalState;
  decidedAt: string | null;
  /** The admin who took the last decision; null before one. */
  decidedBy: string | null;
  /** What the customer was told with a refusal. */
  words: string | null;
  next: readonly WithdrawalDecision[];
};

/** The newest withdrawals, open ones first, and the number of all. */
export type Withdrawals = { rows: WithdrawalRecord[]; total: number };
