import { z } from "zod";
import { lineSchema } from "../account/account.ts";
import { isStorableText, storedVersionSchema } from "../query.ts";
import { localTimeSchema } from "../time-zone-schema.ts";
import { infoTextLength, markdownSchema, pageSlugSchema } from "./info-page-edit.ts";
import { imageAltSchema, uploadSchema } from "./upload-schema.ts";

export const articleTitleLength = 100;
export const articleSummaryLength = 300;
/** How many articles a journal can have. */
export const articlesMax = 2_000;

/** Written, to be published at a time, or read by customers. */
export type ArticleState = "draft" | "planned" | "published";

/** An article in the list of the admin. */
export type ArticleLine = {
  _id: string;
  slug: string;
  title: string;
  state: ArticleState;
  /** When it was or will be published; null for a draft. */
  publishedAt: string | null;
  updatedAt: string;
  version: number;
};

/** A page of the articles in the admin. */
export type ArticleLines = { articles: ArticleLine[]; page: number; pages: number };

/** An article as an owner edits it. */
export type ArticleDetail = ArticleLine & {
  summary: string;
  image: string;
  imageAlt: string;
  /** Markdown; empty until it is written. */
  text: string;
};

const titleSchema = lineSchema("Title", articleTitleLength);

export const createArticleSchema = z.object({ title: titleSchema, slug: pageSlugSchema });
export type CreateArticle = z.output<typeof createArticleSchema>;

export const articleFieldsSchema = z.object({
  title: titleSchema,
  summary: z
    .string()
    .trim()
    .max(articleSummaryLength, `Use at most ${articleSummaryLength} characters`)
    .refine(isStorableText, "Summary contains characters that cannot be stored"),
  image: uploadSchema,
  imageAlt: imageAltSchema,
  text: markdownSchema(infoTextLength),
});

/** An article at the version that a change starts from. */
export const articleSchema = z.object({ id: z.uuid(), version: storedVersionSchema });

export const saveArticleSchema = articleSchema.extend(articleFieldsSchema.shape);
export type SaveArticle = z.output<typeof saveArticleSchema>;

/** `at`: a time of the shop's time zone, also one that has passed; null for now. */
export const publishArticleSchema = articleSchema.extend({ at: localTimeSchema.nullable() });
export type PublishArticle = z.output<typeof publishArticleSchema>;

/** The end of an article's address. Any text is accepted: an unknown one is answered with 404. */
export const articleInputSchema = z.object({ slug: z.string().max(100) });
