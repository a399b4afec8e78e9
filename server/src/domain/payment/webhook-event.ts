import { z } from "zod";
import { captureOf } from "../../infra/paypal/documents.ts";
import { DomainError } from "../base/errors.ts";

const idSchema = z.string().min(1).max(127);
/** PayPal sends a handful. Checking as many as a body holds would block for seconds. */
const listMax = 100;
const linksSchema = z.array(z.object({ href: z.string(), rel: z.string() })).max(listMax);
const namesSchema = z.object({ custom_id: idSchema.optional(), invoice_id: idSchema.optional() });

/** What an event can say of a payment: a capture, a refund, a provider order or a dispute. */
const eventSchema = z.object({
  event_type: z.string().optional(),
  resource: namesSchema.extend({
    id: idSchema.optional(),
    purchase_units: z.array(namesSchema).max(listMax).optional(),
    supplementary_data: z.object({ related_ids: z.object({ order_id: idSchema.optional() }).optional() }).optional(),
    links: linksSchema.optional(),
    dispute_id: idSchema.optional(),
    reason: z.string().max(100).optional(),
    dispute_amount: z.object({ value: z.string() }).optional(),
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
export type WebhookEvent = z.output<typeof eventSchema>;

/** The ids by which an event can name a payment. */
export type EventIds = {
  /** Ids that may be those of captures or of provider orders that the shop knows. */
  captures: string[];
  providerOrders: string[];
  /** Ids of the shop's own orders. */
  ownOrders: string[];
  /** The capture and the provider order that the event is about, as far as it says so. */
  subject: { captureId: string | undefined; providerOrderId: string | undefined };
};

/** Parses an event; `undefined` if it is about no payment. Throws VALIDATION for what is no JSON. */
export function parseEvent(body: string): WebhookEvent | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(body)).data;
  } catch {
    throw new DomainError("VALIDATION", "The request is not valid");
  }
}

const given = (ids: (string | undefined)[]) => ids.filter((id) => id !== undefined);

/** A refund's own id is unknown to the shop; its `up` link names the capture. */
export function idsIn({ event_type = "", resource }: WebhookEvent): EventIds {
  const { id, links = [], purchase_units, supplementary_data, disputed_transactions: disputed = [] } = resource;
  const related = supplementary_data?.related_ids?.order_id;
  const disputedCapture = disputed.find((each) => each.seller_transaction_id !== undefined)?.seller_transaction_id;
  const isOfCapture = /^PAYMENT\.CAPTURE\.(COMPLETED|PENDING|DENIED|DECLINED)$/.test(event_type);
  const captureId = captureOf(links) ?? disputedCapture ?? (isOfCapture ? id : undefined);
  return {
    captures: given([id, captureOf(links), ...disputed.map((each) => each.seller_transaction_id)]),
    providerOrders: given([id, related]),
    ownOrders: ownIds([
      ...[resource, ...(purchase_units ?? [])].flatMap(({ custom_id, invoice_id }) => [custom_id, invoice_id]),
      ...disputed.flatMap(({ custom, invoice_number }) => [custom, invoice_number]),
    ]),
    subject: { captureId, providerOrderId: related ?? (purchase_units === undefined ? undefined : id) },
  };
}

/** The names that can be ids of the shop's own orders. */
export function ownIds(names: (string | undefined)[]): string[] {
  return [...new Set(given(names).filter((id) => z.uuid().safeParse(id).success))];
}
