import { z } from "zod";
import { lineSchema } from "../account/account.ts";
import { amountMeta, timestampSchema, wireIdSchema } from "../wire.ts";

/**
 * The reason why an order needs an admin. An open matter blocks fulfilment until an admin or the
 * shop itself resolves it.
 */
export const matterKinds = [
  /** The order was paid after its units had been sold. */
  "stock gone",
  /** A second payment was captured for a paid order. */
  "paid twice",
  /** Captured money does not match the order. */
  "payment differs",
  /** Money was refunded outside the shop. */
  "refunded",
  /** The provider took the money back, as after a chargeback. */
  "reversed",
  /** The customer disputes the payment at the provider. */
  "disputed",
  /** Unknown whether the provider captured a payment. */
  "payment stuck",
  /** The provider takes no payments for the shop's account. */
  "payment refused",
  /** The shop's rules ask for a person's look at the payment before the order is sent. */
  "payment risk",
  /** The provider says that the order was paid by a payment that the shop does not know. */
  "unknown payment",
  /** A requested refund was not made. */
  "refund failed",
  /** Unknown whether the provider made a refund. */
  "refund stuck",
  /** A mail to the customer could not be sent. Blocks nothing. */
  "mail failed",
  /** The customer withdrew from the contract. It is decided on a page of its own. */
  "withdrawal",
  /** The customer asks to send goods back. It ends with the return. Blocks nothing. */
  "return",
  /** Money of a cancelled order that the shop sends back by hand, as that of a bank transfer. */
  "refund due",
  /** What an exchange has left to pay was not paid in time, so that its money waits. Blocks nothing. */
  "exchange unpaid",
  /** The order's amounts are not those that its terms of sale give. */
  "price differs",
] as const;
export type MatterKind = (typeof matterKinds)[number];

/** An open matter of an order. */
export const matterSchema = z.object({
  _id: wireIdSchema,
  kind: z.enum(matterKinds),
  amount: z
    .number()
    .nullable()
    .meta({
      ...amountMeta,
      description: "The money that it is about, in the shop's currency; null where it is about none.",
    }),
  openedAt: timestampSchema,
});
export type Matter = z.infer<typeof matterSchema>;

/** A matter with the fields that only admins see: the provider's answer and the resolution. */
export type MatterRecord = Matter & {
  /** The payment concerned. */
  paymentId: string | null;
  /** The provider's own code, such as an issue. */
  detail: string | null;
  /** The withdrawal that it is about. */
  withdrawalId?: string;
  /** `by` is `null` if the shop itself resolved it. */
  resolution: { at: string; by: string | null; note: string } | null;
};

/** An admin's note on how a matter was resolved. */
export const resolveMatterSchema = z.object({
  matterId: z.uuid("Matter id is not valid"),
  note: lineSchema("A note", 500),
});
export type ResolveMatter = z.output<typeof resolveMatterSchema>;
