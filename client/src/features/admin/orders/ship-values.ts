import { type CarrierId, carrierIds, type NewParcel, newParcelSchema } from "@shop/shared/order/parcel";
import { z } from "zod";
import { checkUnits } from "./refund-values.ts";
import type { UnitLine } from "./unit-fields.tsx";

/** The values of the form; an empty number field holds an empty string. */
export type ShipValues = {
  isPart: boolean;
  parcels: { carrier: CarrierId; trackingNumber: string }[];
  /** The units in the parcel of a part, by product. */
  items: Record<string, number | string>;
  notifyCustomer: boolean;
};

const valuesSchema = z.object({
  isPart: z.boolean(),
  parcels: z.array(z.object({ carrier: z.enum(carrierIds), trackingNumber: z.string() })),
  items: z.record(z.string(), z.union([z.number(), z.string()])),
  notifyCustomer: z.boolean(),
});

type Problem = { path: (string | number)[]; message: string };

/** The rules of the form for an order with these units left. */
export function shipSchemaFor(unsent: readonly UnitLine[]): z.ZodType<unknown, ShipValues> {
  return valuesSchema.superRefine((values, context) => {
    for (const problem of [...numberProblems(values), ...(values.isPart ? unitProblems(values, unsent) : [])]) {
      context.addIssue({ code: "custom", ...problem });
    }
  });
}

function numberProblems({ isPart, parcels }: ShipValues): Problem[] {
  const seen = new Set<string>();
  return parcels.flatMap((parcel, place) => {
    if (!isPart && isEmpty(parcel)) return [];
    const path = ["parcels", place, "trackingNumber"];
    const parsed = newParcelSchema.safeParse(parcel);
    if (!parsed.success) return [{ path, message: parsed.error.issues[0]?.message ?? "Please correct this" }];
    const { trackingNumber } = parsed.data;
    if (seen.has(trackingNumber)) return [{ path, message: "Another parcel has this number" }];
    seen.add(trackingNumber);
    return [];
  });
}

function unitProblems({ items }: ShipValues, unsent: readonly UnitLine[]): Problem[] {
  const problems = unsent.flatMap(({ product, qty }) => {
    const message = checkUnits(Number(items[product] ?? 0), qty);
    return message === null ? [] : [{ path: ["items", product], message }];
  });
  if (problems.length > 0 || packedItems(items).length > 0) return problems;
  return [{ path: ["items"], message: "Say what is in the parcel" }];
}

const isEmpty = ({ trackingNumber }: { trackingNumber: string }) => trackingNumber.trim() === "";

/** The entered parcels, without empty ones. */
export function enteredParcels({ parcels }: ShipValues): NewParcel[] {
  return parcels.filter((parcel) => !isEmpty(parcel)).map((parcel) => newParcelSchema.parse(parcel));
}

/** What is in the parcel of a part. */
export function packedItems(items: ShipValues["items"]): { product: string; qty: number }[] {
  return Object.entries(items).flatMap(([product, qty]) => (Number(qty) > 0 ? [{ product, qty: Number(qty) }] : []));
}

/** Whether units of the order stay here. */
export function leavesRest({ isPart, items }: ShipValues, unsent: readonly UnitLine[]): boolean {
  return isPart && unsent.some(({ product, qty }) => Number(items[product] ?? 0) < qty);
}
