import { onlineProviders } from "@shop/shared/order/online-providers";
import { eq, inArray } from "drizzle-orm";
import { payments } from "./schema/payments.ts";

/** Payments whose provider is told of the parcels of their orders. */
export const getsParcelReports = eq(payments.provider, "paypal");

/** Payments that a provider can be asked about. All others were recorded by an administrator. */
export const isOnline = inArray(payments.provider, onlineProviders);
