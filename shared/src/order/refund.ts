import { z } from "zod";
import { lineSchema } from "../account/account.ts";
import { fromWire } from "../money.ts";
import { lineQtyMax, orderLinesMax, refundReasonLength } from "../shop.ts";
import { amountMeta, timestampSchema, wireAmountSchema, wireIdSchema } from "../wire.ts";
import type { MatterRecord } from "./matter.ts";
import type { PaymentProviderName, PaymentStatus } from "./payment.ts";

/** The states of a refund; `requested` until the provider has answered. */
export const refundStatuses = ["requested", "pending", "completed", "failed"] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** A refund as the order's owner and admins see it. */
export const refundSchema = z.object({
  _id: wireIdSchema,
  amount: wireAmountSchema,
  status: z.enum(refundStatuses),
  reason: z
    .string()
    .nullable()
    .meta({ description: "What the customer was told; null where the provider made the refund by itself." }),
  exchange: wireIdSchema
    .exactOptional()
    .meta({ description: "The order that it has paid, if it was an exchange; no money has moved then." }),
  asCredit: z
    .literal(true)
    .exactOptional()
    .meta({ description: "If the customer got it as store credit; no money has moved then." }),
  createdAt: timestampSchema,
  completedAt: timestampSchema.nullable(),
});
export type Refund = z.infer<typeof refundSchema>;

const { minimum: _, ...refundAmountMeta } = amountMeta;

/** A positive wire amount with at most two decimals, as cents. */
export const refundAmountSchema = z
  .number({ error: "Amount is required" })
  .meta({ ...refundAmountMeta, exclusiveMinimum: 0 })
  .transform((amount, context) => {
    const cents = fromWire(amount);
    if (cents !== null && cents > 0) return cents;
    context.issues.push({
      code: "custom",
      message: "Amount must be more than 0 with at most two decimals",
      input: amount,
    });
    return z.NEVER;
  });

export const restockLineSchema = z.object({
  product: z.uuid("Product id is not valid").transform((id) => id.toLowerCase()),
  qty: z.number({ error: "Quantity is required" }).int().min(1).max(lineQtyMax),
});

/** A refund request of an admin. */
export const refundOrderSchema = z.object({
  amount: refundAmountSchema,
  reason: lineSchema("Reason", refundReasonLength).meta({ description: "The customer is told this reason." }),
  payment: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, "Payment id is not valid")
    .optional()
    .meta({
      description:
        "The payment to refund, by the shop's id or by the provider's id of its order or capture. Needed only where an " +
        "order has several.",
    }),
  asCredit: z.boolean().optional().meta({
    description: "Whether the customer gets it as store credit at once, which needs an account, and no money.",
  }),
  restock: z
    .array(restockLineSchema)
    .max(orderLinesMax)
    .optional()
    .meta({ description: "Units that go back into the stock when the refund is made." }),
});
export type RefundOrder = z.output<typeof refundOrderSchema>;

/** A payment as admins see it on the order page. Amounts have at most two decimals. */
export type PaymentRecord = {
  _id: string;
  provider: PaymentProviderName;
  /** What the entry is called at the bank, if the money came by bank transfer. */
  bankReference: string | null;
  /** The provider's ids of its order and of the capture. */
  providerOrderId: string;
  captureId: string | null;
  status: PaymentStatus;
  amount: number;
  currency: string;
  /** What can still be refunded; 0 if nothing was captured. */
  refundable: number;
  /** Whether this payment settled the order. */
  isSettling: boolean;
  createdAt: string;
  refunds: RefundRecord[];
};

/** A refund with the fields that only admins see. `by` is `null` if it was made at the provider. */
export type RefundRecord = Refund & { by: string | null };

/** An order line with units that can be restocked. */
export type RestockableLine = { product: string; name: string; qty: number };

/** The payments, matters and restockable lines of an order, for admins. */
export type OrderMoney = { payments: PaymentRecord[]; matters: MatterRecord[]; restockable: RestockableLine[] };
