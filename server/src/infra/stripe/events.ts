import { z } from "zod";
import type { ProviderEvent } from "../payment-provider.ts";
import { toProviderMoney } from "./amounts.ts";

const idSchema = z.string().min(1).max(127);
const idOrNone = idSchema.nullish().transform((id) => id ?? undefined);

/** What an event can say of a payment: an intent, a charge, a refund or a dispute. */
const eventSchema = z.object({
  type: z.string().max(100),
  data: z.object({
    object: z.object({
      id: idSchema,
      object: z.enum(["payment_intent", "charge", "refund", "dispute"]),
      charge: idOrNone,
      payment_intent: idOrNone,
      latest_charge: idOrNone,
      amount: z.int().optional().catch(undefined),
      currency: z.string().max(3).optional().catch(undefined),
      reason: z.string().max(100).nullish().catch(undefined),
      metadata: z.object({ order_id: idSchema.optional() }).nullish().catch(undefined),
    }),
  }),
});

const given = (ids: (string | undefined)[]) => ids.filter((id) => id !== undefined);

/** Reads an event; `undefined` if it is about no payment. */
export function readEvent(body: unknown): ProviderEvent | undefined {
  const event = eventSchema.safeParse(body).data;
  if (event === undefined) return undefined;
  const { object } = event.data;
  const isIntent = object.object === "payment_intent";
  const captureId = object.object === "charge" ? object.id : (object.charge ?? undefined);
  const providerOrderId = isIntent ? object.id : object.payment_intent;
  return {
    reference: object.id,
    captures: given([captureId, object.latest_charge]),
    providerOrders: given([providerOrderId]),
    ownOrders: given([object.metadata?.order_id]),
    subject: { captureId, providerOrderId },
    dispute: object.object === "dispute" ? toDispute(object) : undefined,
  };
}

type Dispute = z.output<typeof eventSchema>["data"]["object"];

function toDispute({ id, amount, currency, reason }: Dispute): ProviderEvent["dispute"] {
  const isKnown = amount !== undefined && currency !== undefined;
  return {
    reference: id,
    amount: isKnown ? toProviderMoney(amount, currency) : undefined,
    reason: reason ?? undefined,
  };
}
