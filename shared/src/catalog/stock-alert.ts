import { z } from "zod";
import { newEmailSchema } from "../account/account.ts";

/** A request to be told when a sold-out product is back. */
export const requestStockAlertSchema = z.object({ email: newEmailSchema });
export type RequestStockAlert = z.output<typeof requestStockAlertSchema>;

/** The product that is asked about. */
export const stockAlertProductSchema = z.object({ productId: z.string() });

/** Whether the request waits for the product, or for the click on the link in a mail. */
export type StockAlertRequested = { isConfirmed: boolean; message: string };
