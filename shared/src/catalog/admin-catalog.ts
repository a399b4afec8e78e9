import { z } from "zod";
import { lineSchema } from "../account/account.ts";
import { type AdminSort, adminListSchema } from "../admin/admin-list.ts";
import { exportFormatSchema } from "../admin/export-format.ts";
import { isStorableLine, isStorableText, versionSchema } from "../query.ts";
import {
  altLength,
  attributeNameLength,
  attributesMax,
  attributeUnitLength,
  attributeValueLength,
  categoryLevels,
  descriptionLength,
  imageLength,
  menuPositionMax,
  moreImagesMax,
  nameLength,
  productNameLength,
  stockMax,
  termDescriptionLength,
} from "../shop.ts";
import { timestampSchema, wireAmountSchema, wireIdSchema } from "../wire.ts";
import { amountSchema, numberError } from "./amount-schema.ts";
import { type ProductSummary, productSchema } from "./catalog.ts";
import { tradeFactsSchema, tradeFields } from "./trade-facts.ts";
import { captionsLength, isPoster, isWebVtt, videoIdOf, videosMax } from "./video.ts";

export const editedVideoSchema = z.object({
  video: z.string(),
  poster: z.string(),
  alt: z.string(),
  captions: z.string().meta({ description: "As WebVTT; empty if nobody speaks." }),
  hasNoSpeech: z.boolean(),
});
/** A video as an editor enters it. */
export type EditedVideo = z.infer<typeof editedVideoSchema>;

/** A product as the edit screen loads it. */
export const productDetailSchema = productSchema.extend({
  isDraft: z.boolean().meta({ description: "Only administrators see a draft." }),
  version: z.int(),
  isStockCounted: z.boolean().meta({ description: "Without it, sales do not reduce the stock." }),
  editedPrice: wireAmountSchema.exactOptional().meta({
    description:
      "The price that an update sets: the regular one while a planned price holds. A price that equals `price` keeps it.",
  }),
  imageAlt: z.string().meta({ description: "What the image shows. The product's name stands for an empty text." }),
  editedVideos: z
    .array(editedVideoSchema)
    .exactOptional()
    .meta({ description: "The videos with their captions, as an update takes them." }),
  trade: tradeFactsSchema.exactOptional(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type ProductDetail = z.infer<typeof productDetailSchema>;

/** A product as the admin list shows it. */
export type AdminProduct = Omit<ProductSummary, "description" | "user"> & {
  isDraft: boolean;
  createdAt: string;
  /** The price that an edit sets: the regular one while a planned price holds. */
  editedPrice: number;
  version: number;
  /** Whether sales reduce the stock. */
  isStockCounted: boolean;
  /** Units in paid orders, counted in the background. */
  soldUnits: number;
  /** What one unit costs the shop; `null` where nobody has said it. */
  cost: number | null;
  /** The group that a line of the list stands for, with its variants that match. */
  group?: { _id: string; name: string; variants: AdminProduct[] };
};

/** A brand or category as the edit screen loads it. */
export const termDetailSchema = z.object({
  _id: wireIdSchema,
  name: z.string(),
  slug: z.string().meta({ description: "The end of its page's address. Follows the name." }),
  description: z.string(),
  image: z.string().meta({ description: "A path of this shop, an https address, or empty." }),
  imageAlt: z.string().meta({ description: "What the image shows. Empty if it only decorates." }),
  menuPosition: z.int().nullable().meta({ description: "Its place in the menu, or null for after the others." }),
  parentId: wireIdSchema
    .nullable()
    .exactOptional()
    .meta({ description: "The category that it is below, or null. Brands have none." }),
  version: z.int(),
  updatedAt: timestampSchema,
});
export type TermDetail = z.infer<typeof termDetailSchema>;

/** A brand or category with the number of products that use it, deleted ones excluded, and the names of those above it. */
export type AdminTerm = { _id: string; name: string; products: number; createdAt: string; above?: string[] };

export const priceSchema = amountSchema("Price");

const stockRule = `Count in stock must be a whole number from 0 to ${stockMax.toLocaleString("en-US")}`;
export const stockSchema = z
  .number({ error: numberError("Count in stock", stockRule) })
  .int(stockRule)
  .min(0, "Count in stock cannot be negative")
  .max(stockMax, stockRule)
  // Turns -0 into 0.
  .transform((count) => count + 0);

/**
 * Empty, a path of this shop, or an https URL, without characters that end an attribute or a URL. Part of the API's
 * document, so it needs no flag.
 */
const imageAddress =
  /^(\/(?!\/)[^\s"'<>\\^`{|}]*|[Hh][Tt][Tt][Pp][Ss]:\/\/[^\s"'<>\\^`{|}/?#@:]+(:\d{1,5})?([/?#][^\s"'<>\\^`{|}]*)?)?$/;

/** Whether a text is a valid image of a product, brand or category. Browsers drop control characters from a URL. */
function isImageAddress(value: string): boolean {
  return imageAddress.test(value) && !/[\p{Cc}\p{Cf}]/u.test(value) && value.isWellFormed();
}

export const imageSchema = z
  .string({ error: "Image must be an address" })
  .trim()
  .max(imageLength, `Image can have at most ${imageLength} characters`)
  .refine(isImageAddress, "Image must be empty, a path of this shop or an https address")
  .meta({
    pattern: imageAddress.source,
    description: "Empty, a path of this shop such as an upload answers with, or an https address. Absent keeps it.",
  });

const descriptionSchema = z
  .string({ error: "Description must be a text" })
  .trim()
  .max(descriptionLength, `Description can have at most ${descriptionLength.toLocaleString("en-US")} characters`)
  .refine(isStorableText, "Description contains characters that cannot be stored");

const altSchema = z
  .string({ error: "Alternative text must be a text" })
  .trim()
  .max(altLength, `Alternative text can have at most ${altLength} characters`)
  .refine(isStorableLine, "Alternative text contains characters that cannot be stored");

const moreImagesSchema = z
  .array(z.object({ image: imageSchema.refine((image) => image !== "", "Image is required"), alt: altSchema }))
  .max(moreImagesMax, `A product can have at most ${moreImagesMax + 1} images`);

const videoSchema = z
  .object({
    video: z
      .string({ error: "Video must be an address" })
      .refine((address) => videoIdOf(address) !== undefined, "Video must be one that was uploaded to this shop")
      .meta({ description: "What the upload of a video answers with." }),
    poster: z
      .string({ error: "Poster must be an address" })
      .refine(isPoster, "Poster must be empty or a picture that was uploaded to this shop")
      .meta({
        description: "The image that is shown before it plays: what the upload of an image answers with, or empty.",
      }),
    alt: altSchema,
    captions: z
      .string({ error: "Captions must be a text" })
      .max(captionsLength, `Captions can have at most ${captionsLength.toLocaleString("en-US")} characters`)
      .refine(isStorableText, "Captions contain characters that cannot be stored")
      .refine(
        (text) => text === "" || isWebVtt(text),
        "Captions must be WebVTT, or lines such as “0:05 Press the button”",
      )
      .meta({ description: "As WebVTT. Only a video without speech can do without." }),
    hasNoSpeech: z
      .boolean({ error: "Whether nobody speaks must be true or false" })
      .meta({ description: "Whether nobody speaks in it, so that it needs no captions." }),
  })
  .refine(({ captions, hasNoSpeech }) => captions !== "" || hasNoSpeech, {
    path: ["captions"],
    message: "Please add captions, or mark that nobody speaks",
  });

const videosSchema = z
  .array(videoSchema)
  .max(videosMax, `A product can have at most ${videosMax} videos`)
  .refine((videos) => new Set(videos.map(({ video }) => video)).size === videos.length, "Each video can be there once");

/** A text on one line, which can be empty. */
const anyLineSchema = (what: string, max: number) =>
  z
    .string({ error: `${what} must be a text` })
    .trim()
    .max(max, `${what} can have at most ${max} characters`)
    .refine(isStorableLine, `${what} contains characters that cannot be stored`);

/** A fact as an editor enters it. */
export const factSchema = z.object({
  group: anyLineSchema("Group", attributeNameLength),
  name: lineSchema("Name", attributeNameLength).refine((name) => !name.includes(":"), "Name cannot contain a colon"),
  value: lineSchema("Value", attributeValueLength),
  unit: anyLineSchema("Unit", attributeUnitLength),
});

const attributesSchema = z.array(factSchema).max(attributesMax, `A product can have at most ${attributesMax} facts`);

/** Whether customers see a product. */
export const productStateSchema = z.enum(["published", "draft"]);

export const updateProductSchema = z.object({
  name: lineSchema("Name", productNameLength),
  price: priceSchema,
  /** Absent keeps image and description. */
  image: imageSchema.optional(),
  imageAlt: altSchema
    .meta({ description: "What the image shows. Empty for the product's name; absent keeps it." })
    .optional(),
  moreImages: moreImagesSchema.meta({ description: "The images after the first one. Absent keeps them." }).optional(),
  videos: videosSchema.meta({ description: "Its videos, which follow the images. Absent keeps them." }).optional(),
  attributes: attributesSchema.meta({ description: "Facts in their order. Absent keeps them." }).optional(),
  description: descriptionSchema.optional(),
  isMarkdown: z
    .boolean({ error: "Markdown must be true or false" })
    .meta({ description: "Whether the description is Markdown. Absent keeps it." })
    .optional(),
  /** The name of the term, case-insensitive. */
  brand: lineSchema("Brand", nameLength),
  category: lineSchema("Category", nameLength),
  makesTerms: z
    .boolean({ error: "Whether names are made must be true or false" })
    .meta({ description: "Makes the brand and the category that do not exist yet. Absent refuses them." })
    .optional(),
  countInStock: stockSchema,
  /**
   * The stock that the editor started from. With it, the stock changes by the difference, so that
   * concurrent sales are kept; without it, the stock is set to `countInStock`.
   */
  seenCountInStock: stockSchema.optional(),
  isStockCounted: z
    .boolean({ error: "Whether the stock is counted must be true or false" })
    .meta({
      description:
        "False sells it without counting, whatever `countInStock` says. Absent keeps it, or counts another number.",
    })
    .optional(),
  state: productStateSchema.meta({ description: "Whether customers see it. Absent publishes a draft." }).optional(),
  ...tradeFields,
  version: versionSchema,
});
export type UpdateProduct = z.output<typeof updateProductSchema>;

/** The names of the brand and the category of a new product, which are made when they do not exist. */
export const productTermsSchema = z.object({
  brand: lineSchema("Brand", nameLength),
  category: lineSchema("Category", nameLength),
});
export type ProductTerms = z.output<typeof productTermsSchema>;
/** The wire format: the price as a decimal number, not in cents. */
export type UpdateProductInput = z.input<typeof updateProductSchema>;

const positionRule = `Position in the menu must be a whole number from 1 to ${menuPositionMax}`;

export const menuPositionSchema = z.int(positionRule).min(1, positionRule).max(menuPositionMax, positionRule);

/** Absent fields stay as they are. */
export const updateTermSchema = z.object({
  name: lineSchema("Name", nameLength),
  description: z
    .string({ error: "Description must be a text" })
    .trim()
    .max(
      termDescriptionLength,
      `Description can have at most ${termDescriptionLength.toLocaleString("en-US")} characters`,
    )
    .refine(isStorableText, "Description contains characters that cannot be stored")
    .optional(),
  image: imageSchema.optional(),
  imageAlt: altSchema.optional(),
  menuPosition: menuPositionSchema
    .nullable()
    .meta({ description: "Its place in the menu; null for after those that have one." })
    .optional(),
  version: versionSchema,
});

export const updateCategorySchema = updateTermSchema.extend({
  parentId: z
    .string({ error: "The category above must be an id" })
    .nullable()
    .meta({ description: `The category that it is below; null for the first of ${categoryLevels} levels.` })
    .optional(),
});
export type UpdateCategory = z.output<typeof updateCategorySchema>;

/** The brand or category that takes over all products of another one, which is deleted. */
export const mergeTermSchema = z.object({ into: z.string() });

/** A merge in progress: the one that leaves, and how many products it still has. */
export type TermMerge = { _id: string; name: string; into: { _id: string; name: string }; left: number };

/** The brands or categories that come first in the menu, in this order. The others have no position then. */
export const orderMenuSchema = z.object({
  ids: z
    .array(z.string())
    .max(menuPositionMax)
    .refine((ids) => new Set(ids).size === ids.length, "Each can have one position"),
});

/** Those with a position in their order, and all others by name. */
export type MenuOrder = Record<"placed" | "others", { _id: string; name: string }[]>;

export const productSorts = ["createdAt", "name", "price", "countInStock", "rating", "soldUnits"] as const;
export const productStates = ["published", "draft", "sold-out", "low-stock"] as const;
export type ProductState = (typeof productStates)[number];

const newestFirst: AdminSort<"createdAt"> = { by: "createdAt", isDescending: true };

/** Unknown filters are ignored, because URLs are edited by hand. */
export const pageProductsSchema = adminListSchema(productSorts, newestFirst).extend({
  brand: z.uuid().optional().catch(undefined),
  category: z.uuid().optional().catch(undefined),
  state: z.enum(productStates).optional().catch(undefined),
  /** Whether the variants of a group are one line. */
  isGrouped: z.boolean().default(false),
});
/** Which products an export has: those of the list, on all of its pages. What is not valid does not mean all of them. */
export const filterProductsSchema = pageProductsSchema.pick({ search: true }).extend({
  brand: z.uuid().optional(),
  category: z.uuid().optional(),
  state: z.enum(productStates).optional(),
});
export const exportProductsSchema = filterProductsSchema.extend({ format: exportFormatSchema });
export type FilterProducts = z.output<typeof filterProductsSchema>;
export type PageProducts = z.output<typeof pageProductsSchema>;

export const nameSorts = ["name", "products", "createdAt"] as const;
export const pageTermsSchema = adminListSchema(nameSorts, { by: "name", isDescending: false });
export type PageTerms = z.output<typeof pageTermsSchema>;
