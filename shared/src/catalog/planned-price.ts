import { z } from "zod";
import { versionSchema } from "../query.ts";
import type { LocalTime } from "../time-zone.ts";
import { localTimeSchema } from "../time-zone-schema.ts";
import { priceSchema } from "./admin-catalog.ts";

/** Times are those of the shop's time zone. */
const plannedPriceSchema = z.object({
  price: priceSchema,
  /** A time that has passed means at once. */
  from: localTimeSchema,
  /** Null for no end. */
  until: localTimeSchema.nullable(),
});

export const createPlannedPriceSchema = plannedPriceSchema;
export const updatePlannedPriceSchema = plannedPriceSchema.extend({ planned: z.uuid(), version: versionSchema });
export const removePlannedPriceSchema = updatePlannedPriceSchema.pick({ planned: true, version: true });
export type PlannedPriceInput = z.output<typeof plannedPriceSchema>;

/** The most planned prices of a product that have not ended. */
export const plannedPricesMax = 50;

/** `missed`: its time passed while the shop did not run. */
export type PlannedPriceState = "planned" | "running" | "ended" | "missed";

export type PlannedPrice = {
  _id: string;
  price: number;
  from: LocalTime;
  until: LocalTime | null;
  state: PlannedPriceState;
  version: number;
};

/** The planned prices of a product: those to come, in their order, and then those that ended, the last one first. */
export type PlannedPrices = {
  timeZone: string;
  /** What customers pay now, and outside of planned prices. */
  price: number;
  regularPrice: number;
  planned: PlannedPrice[];
};
