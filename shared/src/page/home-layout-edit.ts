import { z } from "zod";
import { lineSchema } from "../account/account.ts";
import { isStorableText, storedVersionSchema, unstorableText } from "../query.ts";
import { featuredLimit } from "../shop.ts";
import { localTimeSchema } from "../time-zone-schema.ts";
import { type HomeBlock, homeTerms, imageSides, requiredBlocks, rowSources } from "./home-layout.ts";
import { markdownSchema } from "./info-page-edit.ts";
import { linkTargetSchema } from "./link-target.ts";
import { imageAltSchema, uploadSchema } from "./upload-schema.ts";

export const layoutNameLength = 60;
export const blockTitleLength = 80;
export const headlineTextLength = 300;
export const storyTextLength = 3_000;
export const blockTextLength = 5_000;
export const buttonLabelLength = 40;
/** How many parts Home can have, and how many drafts there can be. */
export const homeBlocksMax = 30;
export const homeDraftsMax = 50;

const titleSchema = lineSchema("Title", blockTitleLength);

const linkShape = {
  label: z
    .string()
    .trim()
    .max(buttonLabelLength, `Use at most ${buttonLabelLength} characters`)
    .refine(isStorableText, unstorableText),
  to: z.union([z.literal(""), linkTargetSchema], {
    error: "Use a path such as /products, or an address with https://",
  }),
};

const idsSchema = (max: number, message: string) =>
  z
    .array(z.uuid())
    .max(max, message)
    .transform((ids) => [...new Set(ids)]);

/** A button needs both its words and its address. */
function refuseHalfLink({ label, to }: { label: string; to: string }, context: z.RefinementCtx): void {
  if (label !== "" && to === "")
    context.addIssue({ code: "custom", path: ["to"], message: "Where should the button lead?" });
  if (label === "" && to !== "")
    context.addIssue({ code: "custom", path: ["label"], message: "What should the button say?" });
}

export const featuredBlockSchema = z.object({
  kind: z.literal("featured"),
  productIds: idsSchema(featuredLimit, `Choose up to ${featuredLimit} products`),
});

export const headlineBlockSchema = z
  .object({
    kind: z.literal("headline"),
    title: titleSchema,
    text: z
      .string()
      .trim()
      .max(headlineTextLength, `Use at most ${headlineTextLength} characters`)
      .refine(isStorableText, "Text contains characters that cannot be stored"),
    image: uploadSchema,
    imageAlt: imageAltSchema,
    ...linkShape,
  })
  .superRefine(refuseHalfLink);

export const rowBlockSchema = z
  .object({
    kind: z.literal("row"),
    title: titleSchema,
    source: z.enum(rowSources),
    collectionId: z.union([z.literal(""), z.uuid()]),
  })
  .refine(({ source, collectionId }) => source !== "collection" || collectionId !== "", {
    path: ["collectionId"],
    error: "Choose a collection",
  });

export const storyBlockSchema = z
  .object({
    kind: z.literal("story"),
    title: titleSchema,
    text: markdownSchema(storyTextLength),
    image: uploadSchema.refine((image) => image !== "", "A story needs an image"),
    imageAlt: imageAltSchema,
    side: z.enum(imageSides),
    ...linkShape,
  })
  .superRefine(refuseHalfLink);

export const termsBlockSchema = z.object({
  kind: z.enum(["categories", "brands"]),
  title: titleSchema,
  ids: idsSchema(homeTerms, `Choose up to ${homeTerms}`),
});

export const categoryBlockSchema = z.object({ kind: z.literal("category"), id: z.union([z.literal(""), z.uuid()]) });
export const reviewsBlockSchema = z.object({ kind: z.literal("reviews"), title: titleSchema });
export const textBlockSchema = z.object({ kind: z.literal("text"), text: markdownSchema(blockTextLength) });

const blockSchema = z.discriminatedUnion("kind", [
  featuredBlockSchema,
  z.object({ kind: z.literal("entrances") }),
  z.object({ kind: z.literal("products") }),
  headlineBlockSchema,
  rowBlockSchema,
  storyBlockSchema,
  termsBlockSchema,
  categoryBlockSchema,
  reviewsBlockSchema,
  textBlockSchema,
]) satisfies z.ZodType<HomeBlock>;

/** The parts of Home in their order. */
export const homeBlocksSchema = z
  .array(blockSchema)
  .max(homeBlocksMax, `Home can have up to ${homeBlocksMax} blocks`)
  .superRefine((blocks, context) => {
    for (const required of requiredBlocks) {
      const found = blocks.filter(({ kind }) => kind === required).length;
      const name = required === "featured" ? "carousel" : "list of products";
      if (found !== 1) context.addIssue({ code: "custom", message: `Home has one ${name}` });
    }
  });

/** The parts of stored layouts that this release knows. */
export function readBlocks(stored: unknown): HomeBlock[] {
  const found = z.array(z.unknown()).parse(stored);
  return found.flatMap((block) => blockSchema.safeParse(block).data ?? []);
}

const nameSchema = lineSchema("Name", layoutNameLength);
const idSchema = z.uuid();

/** `from`: the layout to start from; null for the usual Home. */
export const createLayoutSchema = z.object({ name: nameSchema, from: idSchema.nullable() });
export const layoutNameSchema = z.object({ name: nameSchema });
export const saveLayoutSchema = z.object({
  id: idSchema,
  name: nameSchema,
  blocks: homeBlocksSchema,
  version: storedVersionSchema,
});
/** `at`: a time of the shop's time zone, at which Home is to change; null for now. */
export const publishLayoutSchema = z.object({
  id: idSchema,
  version: storedVersionSchema,
  at: localTimeSchema.nullable(),
});
export const layoutSchema = z.object({ id: idSchema, version: storedVersionSchema });
export const previewHomeSchema = z.object({ blocks: homeBlocksSchema });

export type CreateLayout = z.output<typeof createLayoutSchema>;
export type SaveLayout = z.output<typeof saveLayoutSchema>;
export type PublishLayout = z.output<typeof publishLayoutSchema>;

/** Further pages of Home have the specified parts alone. */
export const homeInputSchema = z.object({ isFirstPage: z.boolean() });
