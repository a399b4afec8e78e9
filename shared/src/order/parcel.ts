import { z } from "zod";
import { isStorableLine } from "../query.ts";
import { parcelsMax } from "../shop.ts";
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

/** What an admin enters about a parcel. */
export const newParcelSchema = z.object({
  carrier: z.enum(carrierIds, { error: "Choose a carrier of the list" }),
  trackingNumber: trackingNumberSchema,
});
export type NewParcel = z.output<typeof newParcelSchema>;

const versionSchema = z.int("Version must be a whole number").optional();

/** A correction; with the version that the admin has seen, it is refused if somebody else was faster. */
export const changeParcelSchema = newParcelSchema.extend({ version: versionSchema });
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
  error: refuseUnknown("A parcel has carrier and trackingNumber."),
});

/** The body of the step to shipped over REST. */
export const shipOrderSchema = z.strictObject(
  { parcels: listOf(strictParcelSchema).optional() },
  { error: refuseUnknown("Parcels are a list named parcels.") },
);

/** A parcel as the customer and admins see it. */
export const parcelSchema = z.object({
  _id: wireIdSchema,
  carrier: z.enum(carrierIds),
  carrierName: z.string().meta({ description: "The carrier's name for people." }),
  trackingNumber: z.string(),
  trackingUrl: z.string().nullable().meta({ description: "The carrier's page about the parcel, where it is known." }),
  version: z.int(),
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
