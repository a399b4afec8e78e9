import { ne } from "drizzle-orm";
import { payments } from "./schema/payments.ts";

/** Payments that a provider can be asked about. What came by bank transfer was recorded by an administrator. */
export const isOnline = ne(payments.provider, "bank transfer");
