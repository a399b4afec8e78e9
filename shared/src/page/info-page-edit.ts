import { z } from "zod";
import { lineSchema } from "../account/account.ts";
import { isStorableText } from "../query.ts";
import { type PagePlace, pagePlaces, pageSlugPattern } from "./info-page.ts";

export const infoTitleLength = 60;
export const infoTextLength = 20_000;

/** Precedes what an owner has to fill in, in the starting texts. */
export const fillInMark = "[Fill in:";

/** What admins see of one of the shop's own pages. */
export type InfoPageDetail = {
  slug: string;
  /** Where its link stands. That of a page that every shop can have is given. */
  place: PagePlace;
  /** An owner's own page, which can be deleted. */
  isOwn: boolean;
  title: string;
  /** Markdown. */
  text: string;
  isShown: boolean;
  /** Nobody has saved it: the text is the starting text. */
  isStarting: boolean;
  /** 0 until it is saved. */
  version: number;
  /** Null until it is saved. */
  updatedAt: string | null;
};

export type InfoPageLine = Omit<InfoPageDetail, "text">;

/** A line that begins with many lists and quotes within each other, which takes seconds to read. */
export const deepLine = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){7}/m;

/** Markdown of an owner. */
export function markdownSchema(max: number) {
  return z
    .string({ error: "Text is required" })
    .refine((value) => value.trim() !== "", "Text is required")
    .max(max, `Text can have at most ${max.toLocaleString("en-US")} characters`)
    .refine(isStorableText, "Text contains characters that cannot be stored")
    .refine((value) => !deepLine.test(value), "Lists and quotes can be at most six levels deep");
}

const textSchema = markdownSchema(infoTextLength);

/** The end of the address of a page or an article. */
export const pageSlugSchema = z
  .string({ error: "Address is required" })
  .trim()
  .toLowerCase()
  .max(infoTitleLength, `Address can have at most ${infoTitleLength} characters`)
  .regex(pageSlugPattern, "Use letters a to z, digits and single hyphens, such as our-story");

export const infoSlugSchema = z.object({ slug: pageSlugSchema });

const placeSchema = z.enum(pagePlaces, { error: "Choose where the link stands" });

export const createInfoPageSchema = z.object({
  title: lineSchema("Title", infoTitleLength),
  slug: pageSlugSchema,
  place: placeSchema,
});
export type CreateInfoPage = z.output<typeof createInfoPageSchema>;

/** The end of a page's address. Any text is accepted: an unknown one is answered with 404. */
export const infoPageInputSchema = z.object({ slug: z.string().max(100) });

export const infoPreviewSchema = z.object({ text: textSchema });

export const saveInfoPageSchema = z
  .object({
    title: lineSchema("Title", infoTitleLength),
    text: textSchema,
    isShown: z.boolean({ error: "Shown in the shop is required" }),
    /** Of an owner's own page only. */
    place: placeSchema.exactOptional(),
    version: z
      .int()
      .min(0)
      .optional()
      .meta({ description: "The version that the change starts from; 0 for the first." }),
  })
  .refine(({ text, isShown }) => !isShown || !text.includes(fillInMark), {
    path: ["text"],
    message: `Replace every “${fillInMark} …]” before the page is shown in the shop`,
  });
export type SaveInfoPage = z.output<typeof saveInfoPageSchema>;
