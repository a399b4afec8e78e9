import { z } from "zod";
import { lineSchema } from "./account.ts";
import { type AdminSort, adminListSchema } from "./admin-list.ts";
import { type ProductSummary, productSchema } from "./catalog.ts";
import { fromWire } from "./money.ts";
import { isStorableText, versionSchema } from "./query.ts";
import { descriptionLength, imageLength, nameLength, priceCentsMax, productNameLength, stockMax } from "./shop.ts";
import { amountMeta, timestampSchema, wireIdSchema } from "./wire.ts";

/** A product as the edit screen loads it. */
export const productDetailSchema = productSchema.extend({
  isDraft: z.boolean().meta({ description: "Only administrators see a draft." }),
  version: z.int(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type ProductDetail = z.infer<typeof productDetailSchema>;

/** A product as the admin list shows it. */
export type AdminProduct = Omit<ProductSummary, "description" | "user"> & { isDraft: boolean; createdAt: string };

/** A brand or category as the edit screen loads it. */
export const termDetailSchema = z.object({
  _id: wireIdSchema,
  name: z.string(),
  version: z.int(),
  updatedAt: timestampSchema,
});
export type TermDetail = z.infer<typeof termDetailSchema>;

/** A brand or category with the number of products that use it, deleted ones excluded. */
export type AdminTerm = { _id: string; name: string; products: number; createdAt: string };

/** The error of a field that holds no number of at least 0. Forms send an empty text for an empty field. */
function numberError(what: string, rule: string) {
  return ({ input }: { input?: unknown }) => {
    if (input === undefined || input === "") return `${what} is required`;
    return String(input).startsWith("-") ? `${what} cannot be negative` : rule;
  };
}

const priceError = numberError("Price", "Price must be a number of at least 0");

/** A wire amount, as integer cents. */
const priceSchema = z
  .number({ error: priceError })
  .meta({ ...amountMeta, maximum: priceCentsMax / 100 })
  .transform((price, context) => {
    const refuse = (message: string) => {
      context.issues.push({ code: "custom", message, input: price });
      return z.NEVER;
    };
    if (price < 0) return refuse(priceError({ input: price }));
    if (price > priceCentsMax / 100) return refuse("Price can be at most 999,999.99");
    return fromWire(price) ?? refuse("Price can have at most two decimals");
  });

const stockRule = `Count in stock must be a whole number from 0 to ${stockMax.toLocaleString("en-US")}`;
const stockSchema = z
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

/** Whether a text is a valid image of a product. Browsers drop control characters from a URL. */
function isImageAddress(value: string): boolean {
  return imageAddress.test(value) && !/[\p{Cc}\p{Cf}]/u.test(value) && value.isWellFormed();
}

const imageSchema = z
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

export const updateProductSchema = z.object({
  name: lineSchema("Name", productNameLength),
  price: priceSchema,
  /** Absent keeps image and description. */
  image: imageSchema.optional(),
  description: descriptionSchema.optional(),
  /** The name of the term, case-insensitive. */
  brand: lineSchema("Brand", nameLength),
  category: lineSchema("Category", nameLength),
  countInStock: stockSchema,
  /**
   * The stock that the editor started from. With it, the stock changes by the difference, so that
   * concurrent sales are kept; without it, the stock is set to `countInStock`.
   */
  seenCountInStock: stockSchema.optional(),
  version: versionSchema,
});
export type UpdateProduct = z.output<typeof updateProductSchema>;
/** The wire format: the price as a decimal number, not in cents. */
export type UpdateProductInput = z.input<typeof updateProductSchema>;

export const renameSchema = z.object({ name: lineSchema("Name", nameLength), version: versionSchema });
export type Rename = z.output<typeof renameSchema>;

export const productSorts = ["createdAt", "name", "price", "countInStock", "rating"] as const;
export const productStates = ["published", "draft", "sold-out", "low-stock"] as const;
export type ProductState = (typeof productStates)[number];

const newestFirst: AdminSort<"createdAt"> = { by: "createdAt", isDescending: true };

/** Unknown filters are ignored, because URLs are edited by hand. */
export const pageProductsSchema = adminListSchema(productSorts, newestFirst).extend({
  brand: z.uuid().optional().catch(undefined),
  category: z.uuid().optional().catch(undefined),
  state: z.enum(productStates).optional().catch(undefined),
});
export type PageProducts = z.output<typeof pageProductsSchema>;

export const nameSorts = ["name", "products", "createdAt"] as const;
export const pageTermsSchema = adminListSchema(nameSorts, { by: "name", isDescending: false });
export type PageTerms = z.output<typeof pageTermsSchema>;
