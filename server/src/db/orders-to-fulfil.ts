import { type SQL, sql } from "drizzle-orm";
import { orders } from "./schema/orders.ts";

/** Whether an order waits for no payment before it is sent. Written like the predicate of the index over orders under way. */
export const isToFulfil: SQL<boolean> = sql<boolean>`(${orders.paidAt} is not null or ${orders.paymentMethod} = 'On Delivery')`;
