import { z } from "zod";
import { lineSchema } from "./account.ts";
import { amountMeta, timestampSchema, wireIdSchema } from "./wire.ts";

/**
 * Why an order needs a person. Each open matter keeps the order from being
 * prepared and shipped until an administrator, or the shop itself, resolves it.
 */
export const matterKinds = [
  /** The order was paid when its units were sold out. */
  "stock gone",
  /** A second payment was taken for a paid order. */
  "paid twice",
  /** Money was taken in the order's name that does not agree with it. */
  "payment differs",
  /** Money went back that the shop did not refund itself. */
  "refunded",
  /** The provider took the money back, as after a chargeback. */
  "reversed",
  /** The customer disputes the payment at the provider. */
  "disputed",
  /** The provider does not say whether it captured a payment. */
  "payment stuck",
  /** The provider does not let the shop take payments. */
  "payment refused",
  /** The provider says that the order was paid by a payment that the shop does not know. */
  "unknown payment",
  /** A refund that an administrator asked for was not made. */
  "refund failed",
  /** The provider does not say whether it made a refund. */
  "refund stuck",
] as const;
export type MatterKind = (typeof matterKinds)[number];

/** An open matter of an order. */
export const matterSchema = z.object({
  _id: wireIdSchema,
  kind: z.enum(matterKinds),
  amount: z
    .number()
    .nullable()
    .meta({ ...amountMeta, description: "The money that it is about, in US dollars; null where it is about none." }),
  openedAt: timestampSchema,
});
export type Matter = z.infer<typeof matterSchema>;

/** A matter with what only administrators see: what the provider said, and how it was resolved. */
export type MatterRecord = Matter & {
  /** The payment that it is about. */
  paymentId: string | null;
  /** The provider's own word, such as the issue that it named. */
  detail: string | null;
  /** `by` is `null` where the shop resolved it itself. */
  resolution: { at: string; by: string | null; note: string } | null;
};

/** An administrator's word on how a matter was resolved. */
export const resolveMatterSchema = z.object({
  matterId: z.uuid("Matter id is not valid"),
  note: lineSchema("A note", 500),
});
export type ResolveMatter = z.output<typeof resolveMatterSchema>;
