import { z } from "zod";
import { keywordSchema } from "../query.ts";

/** What was searched before an order, each with a product of the order that was opened from the results. */
export const noteSearchesSchema = z.object({
  searches: z.array(z.object({ keyword: keywordSchema, product: z.uuid("Product id is not valid") })).max(5),
});
export type SearchedProduct = z.output<typeof noteSearchesSchema>["searches"][number];
