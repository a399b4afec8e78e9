import { z } from "zod";
import { isStorableLine } from "../query.ts";
import { skuLength } from "../shop.ts";
import { wireAmountSchema } from "../wire.ts";
import { amountSchema } from "./amount-schema.ts";
import { isGtin } from "./gtin.ts";
import { basesOf, contentUnits, unitBases } from "./unit-price.ts";

/** A text on one line; empty for none. */
const codeSchema = (what: string) =>
  z
    .string({ error: `${what} must be a text` })
    .trim()
    .max(skuLength, `${what} can have at most ${skuLength} characters`)
    .refine(isStorableLine, `${what} contains characters that cannot be stored`);

export const skuSchema = codeSchema("SKU");

/** Nothing, as forms and programs say it. */
const nothing = z.union([z.literal(""), z.null()]).transform(() => null);

const measureMax = 1_000_000;
const measureSchema = (what: string) => {
  const rule = `${what} must be a whole number from 1 to ${measureMax.toLocaleString("en-US")}`;
  return z.union([nothing, z.int(rule).min(1, rule).max(measureMax, rule)]);
};

const amountRule = "Content must be a number above 0 with at most three decimals";
const contentAmountSchema = z
  .number({ error: amountRule })
  .gt(0, amountRule)
  .max(measureMax, amountRule)
  .refine((amount) => Math.abs(amount * 1_000 - Math.round(amount * 1_000)) < 1e-6, amountRule);

/** Codes and facts that a trade needs, as an update sets them. An absent field stays, an empty one is cleared. */
export const tradeFields = {
  sku: skuSchema.meta({ description: "The shop's own number of it, unique." }).optional(),
  gtin: codeSchema("GTIN")
    .transform((text) => text.replace(/[\s-]/g, ""))
    .refine((text) => text === "" || isGtin(text), "This is no GTIN: its check digit or its length is wrong")
    .meta({ description: "EAN, UPC or another bar code of 8, 12, 13 or 14 digits." })
    .optional(),
  mpn: codeSchema("Manufacturer's number").optional(),
  cost: z
    .union([nothing, amountSchema("Cost")])
    .meta({ description: "What one unit costs the shop. Only administrators see it." })
    .optional(),
  weightGrams: measureSchema("Weight").optional(),
  lengthMm: measureSchema("Length").optional(),
  widthMm: measureSchema("Width").optional(),
  heightMm: measureSchema("Height").optional(),
  originCountry: z
    .string({ error: "Country of origin must be two letters" })
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]{2})?$/, "Country of origin must be two letters, such as US")
    .optional(),
  hsCode: z
    .string({ error: "HS code must be a text" })
    .transform((text) => text.replace(/[\s.]/g, ""))
    .refine((text) => /^(\d{6,10})?$/.test(text), "HS code must have 6 to 10 digits")
    .optional(),
  contentAmount: z
    .union([nothing, contentAmountSchema])
    .meta({ description: "How much it contains, for the price of a unit." })
    .optional(),
  contentUnit: z.union([nothing, z.enum(contentUnits)]).optional(),
  unitBasis: z
    .union([nothing, z.enum(unitBases)])
    .meta({ description: "What the price of a unit is the price of." })
    .optional(),
  taxClass: z
    .string({ error: "Tax class must be a text" })
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "There is no such tax class")
    .meta({ description: "How it is taxed: a class of the shop's terms of sale.", examples: ["standard"] })
    .optional(),
};

const partialSchema = z.object(tradeFields);
export type TradeFields = z.output<typeof partialSchema>;
export type TradeInput = z.input<typeof partialSchema>;
/** All of them, as they are stored; texts are empty for none. */
export type StoredTrade = Required<{ [Field in keyof TradeFields]: Exclude<TradeFields[Field], undefined> }>;

/** Whether content, unit and basis are all there, and match, or none is; the complaint otherwise. */
export function contentComplaint({
  contentAmount,
  contentUnit,
  unitBasis,
}: Pick<StoredTrade, "contentAmount" | "contentUnit" | "unitBasis">): { path: string; message: string } | undefined {
  if (contentAmount === null && contentUnit === null && unitBasis === null) return undefined;
  if (contentAmount === null) return { path: "contentAmount", message: "Say how much it contains" };
  if (contentUnit === null) return { path: "contentUnit", message: "Choose the unit of the content" };
  if (unitBasis === null) return { path: "unitBasis", message: "Choose what the price is shown for" };
  if (basesOf(contentUnit).includes(unitBasis)) return undefined;
  return { path: "unitBasis", message: `The price of ${contentUnit} cannot be shown for ${unitBasis}` };
}

/** Codes and facts that a trade needs, as administrators read them. Texts are empty and numbers null for none. */
export const tradeFactsSchema = z
  .object({
    sku: z.string(),
    gtin: z.string(),
    mpn: z.string(),
    cost: wireAmountSchema.nullable(),
    weightGrams: z.int().nullable(),
    lengthMm: z.int().nullable(),
    widthMm: z.int().nullable(),
    heightMm: z.int().nullable(),
    originCountry: z.string(),
    hsCode: z.string(),
    contentAmount: z.number().nullable(),
    contentUnit: z.enum(contentUnits).nullable(),
    unitBasis: z.enum(unitBases).nullable(),
    taxClass: z.string(),
  })
  .meta({ description: "Codes and facts that a trade needs. Texts are empty and numbers null for none." });
export type TradeFacts = z.infer<typeof tradeFactsSchema>;
