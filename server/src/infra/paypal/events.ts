import { z } from "zod";
import type { ProviderEvent } from "../payment-provider.ts";
import { captureOf, moneySchema } from "./documents.ts";

const idSchema = z.string().min(1).max(127);
/** PayPal sends a handful. Checking as many as a body holds would block for seconds. */
const listMax = 100;
const linksSchema = z.array(z.object({ href: z.string(), rel: z.string() })).max(listMax);
const namesSchema = z.object({ custom_id: idSchema.optional(), invoice_id: idSchema.optional() });

/** What an event can say of a payment: a capture, a refund, an order or a dispute. */
const eventSchema = z.object({
  event_type: z.string().optional(),
  resource: namesSchema.extend({
    id: idSchema.optional(),
    purchase_units: z.array(namesSchema).max(listMax).optional(),
    supplementary_data: z.object({ related_ids: z.object({ order_id: idSchema.optional() }).optional() }).optional(),
    links: linksSchema.optional(),
    dispute_id: idSchema.optional(),
    reason: z.string().max(100).optional(),
    dispute_amount: moneySchema.optional().catch(undefined),
    disputed_transactions: z
      .array(
        z.object({
          seller_transaction_id: idSchema.optional(),
          custom: idSchema.optional(),
          invoice_number: idSchema.optional(),
        }),
      )
      .max(listMax)
      .optional(),
  }),
});

const given = (ids: (string | undefined)[]) => ids.filter((id) => id !== undefined);

/** Reads an event; `undefined` if it is about no payment. A refund's own id is unknown to the shop; its `up` link names the capture. */
export function readEvent(body: unknown): ProviderEvent | undefined {
  const event = eventSchema.safeParse(body).data;
  if (event === undefined) return undefined;
  const { event_type = "", resource } = event;
  const { id, links = [], purchase_units, supplementary_data, disputed_transactions: disputed = [] } = resource;
  const related = supplementary_data?.related_ids?.order_id;
  const disputedCapture = disputed.find((each) => each.seller_transaction_id !== undefined)?.seller_transaction_id;
  const isOfCapture = /^PAYMENT\.CAPTURE\.(COMPLETED|PENDING|DENIED|DECLINED)$/.test(event_type);
  const { dispute_id, dispute_amount, reason } = resource;
  return {
    reference: id,
    captures: given([id, captureOf(links), ...disputed.map((each) => each.seller_transaction_id)]),
    providerOrders: given([id, related]),
    ownOrders: given([
      ...[resource, ...(purchase_units ?? [])].flatMap(({ custom_id, invoice_id }) => [custom_id, invoice_id]),
      ...disputed.flatMap(({ custom, invoice_number }) => [custom, invoice_number]),
    ]),
    subject: {
      captureId: captureOf(links) ?? disputedCapture ?? (isOfCapture ? id : undefined),
      providerOrderId: related ?? (purchase_units === undefined ? undefined : id),
    },
    dispute: dispute_id === undefined ? undefined : { reference: dispute_id, amount: dispute_amount, reason },
  };
}
