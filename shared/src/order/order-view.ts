import { z } from "zod";
import { lineSchema } from "../account/account.ts";
import { isStorableLine, keywordSchema } from "../query.ts";
import { orderFilters } from "./order-filter.ts";

/** How many views a shop can have. */
export const viewsMax = 20;
export const viewNameLength = 40;

/** What a view selects and how, by the parameters of the list's address. */
export const viewParametersSchema = z.object({
  search: keywordSchema.optional(),
  state: z.enum(orderFilters).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  sort: z.string().max(20).refine(isStorableLine).optional(),
});

export const saveViewSchema = z.object({
  name: lineSchema("Name", viewNameLength),
  parameters: viewParametersSchema.refine(
    (parameters) => Object.values(parameters).some((value) => value !== undefined && value !== ""),
    "Choose a filter or search for something first",
  ),
});
export type SaveView = z.output<typeof saveViewSchema>;

/** A named selection of orders, which all admins share. */
export type OrderView = { _id: string; name: string; parameters: z.output<typeof viewParametersSchema> };
