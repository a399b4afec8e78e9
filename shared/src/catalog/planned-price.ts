import { z } from "zod";
import { versionSchema } from "../query.ts";
import type { LocalTime } from "../time-zone.ts";
import { priceSchema } from "./admin-catalog.ts";

const localTimeSchema = z
  .string({ error: "A time is required" })
  .regex(/^20\d\d-(0\d|1[0-2])-[0-3]\dT([01]\d|2[0-3]):[0-5]\d$/, {
    error: "A time is needed, such as 2026-11-27T09:00",
    abort: true,
  })
  .refine((local) => isOnCalendar(local), "This day does not exist");

function isOnCalendar(local: string): boolean {
  const at = Date.parse(`${local}Z`);
  // Some engines read February 30 as March 2.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(local);
}

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
