import { z } from "zod";
import { idInputSchema } from "../query.ts";
import { personalLineSchema } from "./account.ts";

export const tagLength = 40;
/** How many tags, and how many notes, a customer can have. */
export const tagsMax = 20;
export const customerNotesMax = 100;

const tagSchema = personalLineSchema("Tag", tagLength).refine(
  (tag) => !tag.includes(","),
  "A tag has no comma. Please enter one at a time.",
);
const tagsSchema = z.array(tagSchema).max(tagsMax, `A customer can have at most ${tagsMax} tags`);

/** What is added to a customer's tags and taken from them, so that two administrators at once lose nothing. */
export const changeTagsSchema = idInputSchema.extend({
  added: tagsSchema.default([]),
  removed: tagsSchema.default([]),
});
export type ChangeTags = z.output<typeof changeTagsSchema>;

/** A tag that customers have, with how many of them. */
export type CustomerTag = { tag: string; customers: number };

/** Whether two tags are one: their letters alone count, not their case. */
export function isSameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
