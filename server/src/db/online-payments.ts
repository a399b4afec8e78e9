import { onlineProviders } from "@shop/shared/order/online-providers";
import { isByHand, paymentProviders } from "@shop/shared/order/payment";
import { eq, inArray } from "drizzle-orm";
import { payments } from "./schema/payments.ts";

/** Payments whose provider is told of the parcels of their orders. */
export const getsParcelReports = eq(payments.provider, "paypal");

/** Payments that an administrator has recorded. */
export const isRecordedByHand = inArray(payments.provider, paymentProviders.filter(isByHand));

/** Payments that a provider can be asked about. */
export const isOnline = inArray(payments.provider, onlineProviders);
