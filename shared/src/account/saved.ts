import { z } from "zod";
import { isId } from "../query.ts";
import { savedItemsMax } from "../shop.ts";

/** What a customer has saved, the newest first, and the end of the link with which they share it. */
export type SavedList = {
  productIds: string[];
  token: string | null;
  /** Optional, because a server of the previous release leaves it out. */
  whenSaved?: WhenSaved[];
};

/** What a product was like when it was saved; nothing is known of those that were saved before this was kept. */
export type WhenSaved = {
  productId: string;
  /** Discounts for everybody included; at most two decimals. */
  price: number;
  isInStock: boolean;
};

/** A list as its link shows it. */
export type SharedList = { productIds: string[] };

export const savedProductSchema = z.object({ productId: z.string() });

/** With a place, the product goes back to where it was before it was removed; else before all others. */
export const saveProductSchema = savedProductSchema.extend({
  place: z.int().min(0).max(savedItemsMax).exactOptional(),
});
export type SaveProduct = z.output<typeof saveProductSchema>;

/** What a guest's browser has saved, the newest first. */
export const joinSavedSchema = z.object({ productIds: z.array(z.string().refine(isId)).max(savedItemsMax) });

/** The end of a link. Any text is accepted: an unknown one is answered with 404. */
export const sharedTokenSchema = z.object({ token: z.string() });
