import { notInArray } from "drizzle-orm";
import { payments } from "./schema/payments.ts";

/** Payments that a provider can be asked about. All others were recorded by an administrator. */
export const isOnline = notInArray(payments.provider, ["bank transfer", "exchange"]);
