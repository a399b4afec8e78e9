import { z } from "zod";
import { type AdminPage, adminListSchema } from "../admin/admin-list.ts";
import { exportFormats } from "../admin/export-format.ts";
import { keywordSchema } from "../query.ts";
import { paymentMethods } from "../shop.ts";
import { cancellationSchema } from "./cancellation.ts";
import { adminSteps } from "./fulfilment.ts";
import { matterKinds } from "./matter.ts";
import { orderFilters } from "./order-filter.ts";
import { newParcelsSchema, parcelNumberSchema } from "./parcel.ts";

/** The sort keys of the order list. */
export const orderSorts = ["date", "user", "total"] as const;

/** A row of the admin's order list. The total has at most two decimals; times are ISO 8601, UTC. */
export const orderRowSchema = z.object({
  _id: z.string(),
  user: z.object({ name: z.string(), email: z.string() }),
  createdAt: z.string(),
  totalPrice: z.number(),
  /** The units of all lines. */
  units: z.number(),
  paymentMethod: z.enum(paymentMethods),
  paidAt: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  processedAt: z.string().nullable(),
  shippedAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  /** Whether some of its units were sent before it is shipped. */
  isPartlyShipped: z.boolean(),
  /** The kinds of its open matters, oldest first. */
  matters: z.array(z.enum(matterKinds)),
  /** Refunded money, pending refunds included. */
  refundedPrice: z.number(),
  /** Whether all captured money was refunded. */
  isRefunded: z.boolean(),
  /** Whether all units were restocked. */
  isRestocked: z.boolean(),
  /** Whether it was cancelled; `null` if not. */
  cancellation: cancellationSchema.nullable(),
  /** Whether the customer wrote something that no admin has read. */
  hasNewMessage: z.boolean(),
});
export type OrderRow = z.output<typeof orderRowSchema>;

/** Orders that were paid just now: how many, and the newest of them. */
export const paidOrdersSchema = z.object({ count: z.number(), rows: z.array(orderRowSchema) });
export type PaidOrders = z.output<typeof paidOrdersSchema>;

/** The stream of `paidOrdersSchema` for open order lists, as server-sent events. */
export const paidOrdersPath = "/api/orders/live";

/** A page of the admin's order list; `sum` is the total of all orders that match the filter. */
export type OrderRows = AdminPage<OrderRow> & { sum: number };

/** A calendar day of the shop; invalid values are ignored. */
const daySchema = z.iso.date().optional().catch(undefined);

/** Unknown filters are ignored, because URLs are edited by hand. */
export const pageOrdersSchema = adminListSchema(orderSorts, { by: "date", isDescending: true }).extend({
  state: z.enum(orderFilters).optional().catch(undefined),
  from: daySchema,
  /** The last day, inclusive. */
  to: daySchema,
});
export type PageOrders = z.output<typeof pageOrdersSchema>;

const strictDaySchema = z.iso.date("This is no day of the calendar; write 2026-02-28").optional();

/** The filter without sort and page, for programs: a filter that is not valid is refused, because it would select all orders. */
export const filterOrdersSchema = z.object({
  search: keywordSchema.default(""),
  state: z.enum(orderFilters, "There is no such filter").optional(),
  from: strictDaySchema,
  /** The last day, inclusive. */
  to: strictDaySchema,
});
export type FilterOrders = z.output<typeof filterOrdersSchema>;
export const exportOrdersSchema = filterOrdersSchema.extend({
  format: z
    .enum([...exportFormats, "lines"])
    .default("own")
    .meta({
      description: "The shop that can import the file; `lines` for this shop, a row for each line item.",
    }),
});

const stepSchema = z.object({ to: z.enum(adminSteps) });

/** A step of one order. Parcels, and whether the customer is told, are read with the step to shipped only. */
export const advanceOrderSchema = stepSchema.extend({
  parcels: newParcelsSchema.optional(),
  notifyCustomer: z.boolean().optional(),
});

export type AdvanceOrder = z.output<typeof advanceOrderSchema>;

/** At most as many orders as one page shows. */
export const advanceOrdersSchema = stepSchema.extend({
  ids: z.array(z.string()).min(1, "No orders were chosen").max(100, "At most 100 orders can be changed at once"),
  /** With the step to shipped only: one parcel of some of the orders, which has all of it that is left. */
  parcels: z
    .array(parcelNumberSchema.extend({ order: z.string() }))
    .max(100, "At most 100 orders can be changed at once")
    .optional(),
  notifyCustomer: z.boolean().optional(),
});
export type AdvanceOrders = z.output<typeof advanceOrdersSchema>;

/** The result for one of several orders: the step was taken, was done already, or is refused with a sentence. */
export type AdvanceResult = { _id: string } & (
  | { outcome: "done" | "already done" }
  | { outcome: "refused"; reason: string }
);
