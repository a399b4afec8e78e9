import { z } from "zod";
import { isStorableLine } from "../query.ts";
import { lineQtyMax, orderLinesMax, parcelsMax } from "../shop.ts";
import { wireIdSchema } from "../wire.ts";

/** The carriers that an admin can choose; `carriers.ts` has what belongs to each. */
export const carrierIds = [
  "ups",
  "usps",
  "fedex",
  "dhl",
  "ontrac",
  "canada-post",
  "purolator",
  "royal-mail",
  "evri",
  "deutsche-post",
  "dpd",
  "gls",
  "la-poste",
  "australia-post",
  "other",
] as const;
export type CarrierId = (typeof carrierIds)[number];

const numberRule = "Tracking number must be 4 to 40 letters, digits and hyphens";

/** Spaces, which carriers print for reading, are dropped; letters become capitals. */
const trackingNumberSchema = z
  .string({ error: "Tracking number is required" })
  .max(100, numberRule)
  .transform((text) => text.replace(/\s+/g, "").toUpperCase())
  .pipe(
    z
      .string()
      .min(1, "Tracking number is required")
      .regex(/^[A-Z0-9][A-Z0-9-]{3,39}$/, numberRule),
  );

const qtyRule = `Quantity must be a whole number from 1 to ${lineQtyMax}`;

const packedItemsSchema = z
  .array(
    z.object({
      product: z.uuid("Product id is not valid").transform((id) => id.toLowerCase()),
      qty: z.int(qtyRule).min(1, qtyRule).max(lineQtyMax, qtyRule),
    }),
    { error: "Items must be a list" },
  )
  .min(1, "A parcel has at least one item")
  .max(orderLinesMax)
  .refine((items) => new Set(items.map(({ product }) => product)).size === items.length, "Name each product once");
/** Units of an order's products that are in one parcel. */
export type PackedItem = z.output<typeof packedItemsSchema>[number];

export const parcelNumberSchema = z.object({
  carrier: z.enum(carrierIds, { error: "Choose a carrier of the list" }),
  trackingNumber: trackingNumberSchema,
});
/** The number of a parcel at its carrier. */
export type ParcelNumber = z.output<typeof parcelNumberSchema>;

/** What an admin enters about a parcel. */
export const newParcelSchema = parcelNumberSchema.extend({
  items: packedItemsSchema.exactOptional().meta({ description: "What is in it; without it, that is not recorded." }),
});
export type NewParcel = z.output<typeof newParcelSchema>;

/** Whether the customer gets a mail. */
const notifyCustomerSchema = z.boolean("notifyCustomer is true or false").meta({
  description: "Whether the customer is told by mail.",
});

/** A parcel that is added to an order by itself. */
export const addParcelSchema = newParcelSchema.extend({ notifyCustomer: notifyCustomerSchema.default(true) });
export type AddParcel = z.output<typeof addParcelSchema>;

const versionSchema = z.int("Version must be a whole number").optional();

/** A correction; with the version that the admin has seen, it is refused if somebody else was faster. */
export const changeParcelSchema = parcelNumberSchema.extend({ version: versionSchema });
export type ChangeParcel = z.output<typeof changeParcelSchema>;

const differRule = "Each parcel needs a tracking number of its own";

function listOf<Parcel extends z.ZodType<NewParcel, unknown>>(parcel: Parcel) {
  return z
    .array(parcel, { error: "Parcels must be a list" })
    .max(parcelsMax, `An order can have at most ${parcelsMax} parcels`)
    .refine((parcels) => new Set(parcels.map((each) => each.trackingNumber)).size === parcels.length, differRule);
}

/** The parcels that are entered with the step to shipped. */
export const newParcelsSchema = listOf(newParcelSchema);

/** What is dropped in silence would be missed by whoever waits for the parcel. */
function refuseUnknown(hint: string) {
  return ({ code, keys = [] }: { code?: string; keys?: string[] }) =>
    code === "unrecognized_keys" ? `There is no field ${keys.join(", ")} here. ${hint}` : undefined;
}

const strictParcelSchema = z.strictObject(newParcelSchema.shape, {
  error: refuseUnknown("A parcel has carrier, trackingNumber and items."),
});

/** The body of the step to shipped over REST. */
export const shipOrderSchema = z.strictObject(
  { parcels: listOf(strictParcelSchema).optional(), notifyCustomer: notifyCustomerSchema.optional() },
  { error: refuseUnknown("Parcels are a list named parcels, and notifyCustomer is true or false.") },
);

/** A parcel as the customer and admins see it. */
export const parcelSchema = z.object({
  _id: wireIdSchema,
  carrier: z.enum(carrierIds),
  carrierName: z.string().meta({ description: "The carrier's name for people." }),
  trackingNumber: z.string(),
  trackingUrl: z.string().nullable().meta({ description: "The carrier's page about the parcel, where it is known." }),
  version: z.int(),
  items: z
    .array(z.object({ product: wireIdSchema, name: z.string(), qty: z.int() }))
    .meta({ description: "What is in it, where that was entered." }),
});
export type Parcel = z.infer<typeof parcelSchema>;

/**
 * Whether the payment provider knows a parcel: `waiting` to be sent, `sent`, `refused` by the provider, or `failed`,
 * given up without an answer.
 */
export const trackerStatuses = ["waiting", "sent", "refused", "failed"] as const;
export type TrackerStatus = (typeof trackerStatuses)[number];

/** The parcel of an order whose report is to be sent again. */
export const reportAgainSchema = z.object({
  trackingNumber: z.string().min(1).max(100).refine(isStorableLine, numberRule),
});

/** What admins see of the report of a parcel to the payment provider. */
export type TrackerRecord = { trackingNumber: string; status: TrackerStatus; detail: string | null };
