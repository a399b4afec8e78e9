import { z } from "zod";
import { personalLineSchema } from "../account/account.ts";
import { lineQtyMax, orderLinesMax } from "../shop.ts";
import { discountCodesSchema } from "./code-schema.ts";

/** A cart whose discounts are asked for, with what is known of where it goes. An id that names no product is answered, not refused. */
export const quoteDiscountsSchema = z.object({
  lines: z.array(z.object({ _id: z.string(), qty: z.int().min(1).max(lineQtyMax) })).max(orderLinesMax),
  codes: discountCodesSchema,
  place: z.object({
    countryCode: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
    region: z.string().max(60),
    postalCode: z.string().max(20),
  }),
  deliveryMethod: z.string().max(40).optional(),
  taxNumber: personalLineSchema("Tax number", 30).optional(),
});
export type QuoteDiscounts = z.output<typeof quoteDiscountsSchema>;

/** What a cart saves, in minor units: of each of its lines, in their order, and of its delivery. */
export type DiscountQuote = {
  goods: number[];
  delivery: number;
  discounts: { code: string | null; name: string; amount: number }[];
  /** Codes that do nothing for it, with the reason. */
  refused: { code: string; words: string }[];
};
