import { z } from "zod";
import { lineSchema } from "../account/account.ts";
import { refundAmountSchema } from "../order/refund.ts";
import { idInputSchema } from "../query.ts";
import { refundReasonLength } from "../shop.ts";
import { amountMeta, timestampSchema, wireAmountSchema, wireIdSchema } from "../wire.ts";
import { creditActs } from "./credit.ts";
import { giftCodeFault, toGiftCode } from "./gift-code.ts";

/** Credit that an administrator gives a customer, or takes back. */
export const changeCreditSchema = idInputSchema.extend({
  /** The caller's id of this act, so that a retry changes nothing. */
  key: z.uuid("The id of the act is not valid"),
  act: z.enum(["given", "taken back"]),
  amount: refundAmountSchema,
  reason: lineSchema("Reason", refundReasonLength).meta({ description: "The customer is told this reason." }),
});
export type ChangeCredit = z.output<typeof changeCreditSchema>;

const giftCodeSchema = z
  .string({ error: giftCodeFault })
  .max(60, giftCodeFault)
  .transform((entered, context) => {
    const code = toGiftCode(entered);
    if (code !== null) return code;
    context.issues.push({ code: "custom", message: giftCodeFault, input: entered });
    return z.NEVER;
  });

/** What pays an order before money does: a gift card, or the customer's own credit without one. */
export const payWithCreditSchema = z.object({
  giftCard: giftCodeSchema.optional().meta({
    description: "The code of a gift card; the customer's own credit without one.",
    examples: ["7KQ4-M2XD-9RTA-V0HB-3GCN"],
  }),
});
export type PayWithCredit = z.output<typeof payWithCreditSchema>;

const { minimum: _, ...entryAmountMeta } = amountMeta;

/** What a customer has, and how it came so. */
export const customerCreditSchema = z.object({
  balance: wireAmountSchema,
  entries: z
    .array(
      z.object({
        _id: wireIdSchema,
        act: z.enum(creditActs),
        amount: z.number().meta({ ...entryAmountMeta, description: "Less than 0 for what went." }),
        at: timestampSchema,
        order: wireIdSchema.nullable(),
        reason: z.string(),
      }),
    )
    .meta({ description: "The newest first, fifty at most." }),
});
export type CustomerCredit = z.infer<typeof customerCreditSchema>;
export type CreditEntry = CustomerCredit["entries"][number];
