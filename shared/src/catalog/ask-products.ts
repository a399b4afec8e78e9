import { z } from "zod";
import { isStorableLine } from "../query.ts";
import { keywordLength, typedMax } from "../shop.ts";
import { listProductsSchema } from "./catalog.ts";

/** What is asked of a list in words. `typed`: the phrases of the keyword that are searched and not read as filters. */
export const askProductsSchema = listProductsSchema.extend({
  typed: z.array(z.string().trim().min(1).max(keywordLength).refine(isStorableLine)).max(typedMax).exactOptional(),
});
export type AskProducts = z.output<typeof askProductsSchema>;
