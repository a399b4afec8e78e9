import { z } from "zod";
import { isStorableLine, storedVersionSchema } from "../query.ts";
import type { LocalTime } from "../time-zone.ts";
import { localTimeSchema } from "../time-zone-schema.ts";
import { toCode } from "./code.ts";
import { codeSchema } from "./code-schema.ts";
import type { DiscountGift, DiscountGoods, DiscountTerms } from "./discount-rule.ts";

/** A rate of 100 %, in thousandths of a percent. */
const rateMax = 100_000;
const amountMax = 999_999_99;
const unitsMax = 1_000;
const usesMax = 10_000_000;
const chosenMax = 500;

/** The most rules that hold, or will, at a time: each cart is compared with all of them. */
export const liveDiscountsMax = 100;

const wholeSchema = (what: string, min: number, max: number) =>
  z
    .number({ error: `${what} must be a number` })
    .int(`${what} must be a whole number`)
    .min(min, `${what} must be at least ${min}`)
    .max(max, `${what} can be at most ${max}`);

const rateSchema = wholeSchema("A share", 0, rateMax);
const centsSchema = (what: string) => wholeSchema(what, 0, amountMax);

const giftSchema: z.ZodType<DiscountGift> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("percentage"), rate: wholeSchema("A share", 1, rateMax) }),
  z.object({ kind: z.literal("amount"), cents: wholeSchema("An amount", 1, amountMax) }),
  z.object({ kind: z.literal("price"), cents: centsSchema("A price") }),
  z.object({
    kind: z.literal("buy and get"),
    buy: wholeSchema("A number", 1, unitsMax),
    get: wholeSchema("A number", 1, unitsMax),
    rate: wholeSchema("A share", 1, rateMax),
  }),
  z.object({ kind: z.literal("delivery"), upToCents: centsSchema("An amount").nullable() }),
]);

const idsSchema = z.array(z.uuid("This is not an id")).max(chosenMax, `At most ${chosenMax} can be chosen`);
const textSchema = (what: string, max: number) =>
  z
    .string()
    .trim()
    .min(1, `${what} is required`)
    .max(max, `${what} can have at most ${max} characters`)
    .refine(isStorableLine, `${what} contains characters that cannot be stored`);

const goodsSchema: z.ZodType<DiscountGoods> = z.object({
  products: idsSchema,
  collections: idsSchema,
  categories: idsSchema,
  brands: idsSchema,
  options: z.array(textSchema("An option", 120)).max(chosenMax),
});

const conditionsSchema = z.object({
  fromCents: centsSchema("An amount"),
  fromQty: wholeSchema("A number", 0, unitsMax),
  isFirstOrder: z.boolean(),
  customerTags: z.array(textSchema("A tag", 40)).max(50),
  countries: z.array(z.string().regex(/^[A-Z]{2}$/, "Choose a country")).max(260),
});

const limitsSchema = z.object({
  shareMax: wholeSchema("A share", 1, rateMax),
  marginMin: rateSchema.nullable(),
  usesMax: wholeSchema("A number", 1, usesMax).nullable(),
  usesPerCustomer: wholeSchema("A number", 1, usesMax).nullable(),
  budgetCents: wholeSchema("An amount", 1, 100_000_000_000).nullable(),
});

const termsFields = {
  name: textSchema("A name", 80),
  gives: giftSchema,
  goods: goodsSchema,
  conditions: conditionsSchema,
  limits: limitsSchema,
  needsCode: z.boolean(),
  /** In the time zone of the shop; null without a limit. */
  from: localTimeSchema.nullable(),
  until: localTimeSchema.nullable(),
  combinesWith: idsSchema,
};

const discountSchema = z.object({
  ...termsFields,
  /** Whether limits beyond those of the shop are meant. */
  isConfirmed: z.boolean().default(false),
});
type Edited = Omit<z.output<typeof discountSchema>, "isConfirmed">;

const isInOrder = ({ from, until }: Pick<Edited, "from" | "until">) => from === null || until === null || from < until;
const orderFault = { path: ["until"], message: "The end is before the beginning" };

/** The share of a price that a gift takes off by itself, in thousandths of a percent; null where that depends on the price. */
export function shareOfGift(gives: DiscountGift): number | null {
  return gives.kind === "percentage" || gives.kind === "buy and get" ? gives.rate : null;
}

const isWithinShare = ({ gives, limits }: Pick<Edited, "gives" | "limits">) =>
  (gives.kind === "percentage" ? gives.rate : 0) <= limits.shareMax;
const shareFault = { path: ["limits", "shareMax"], message: "The rule gives more than this" };

/** What decides what a rule gives, tried on orders of the past: its name and its time do not. */
export const rehearsedDiscountSchema = z
  .object(termsFields)
  .omit({ name: true, from: true, until: true })
  .refine(isWithinShare, shareFault);

/** A new rule, with the first code by which customers use it if it needs one. A stopped one is prepared, and holds later. */
export const createDiscountSchema = discountSchema
  .extend({ code: codeSchema.nullable().default(null), isStopped: z.boolean().default(false) })
  .refine(isInOrder, orderFault)
  .refine(isWithinShare, shareFault)
  .refine(({ needsCode, code, isStopped }) => !needsCode || code !== null || isStopped, {
    path: ["code"],
    message: "A code is required",
  });
export type CreateDiscount = z.output<typeof createDiscountSchema>;

/** A change of a rule, which is saved as its next version. */
export const saveDiscountSchema = discountSchema
  .extend({ version: storedVersionSchema })
  .refine(isInOrder, orderFault)
  .refine(isWithinShare, shareFault);
export type SaveDiscount = z.output<typeof saveDiscountSchema>;

/** Stops a rule, or lets it hold again. */
export const stopDiscountSchema = z.object({ isStopped: z.boolean() });

/** How many codes are generated at a time. */
export const generatedCodesMax = 10_000;
export const addCodeSchema = z.object({ code: codeSchema, usesMax: wholeSchema("A number", 1, usesMax).nullable() });
export type AddCode = z.output<typeof addCodeSchema>;
export const generateCodesSchema = z.object({
  count: wholeSchema("A number", 1, generatedCodesMax),
  prefix: z
    .string()
    .trim()
    .max(20)
    .transform(toCode)
    .refine((prefix) => /^([A-Z0-9][A-Z0-9-]*)?$/.test(prefix), "Use letters, digits and dashes"),
  usesMax: wholeSchema("A number", 1, usesMax).nullable(),
});
export type GenerateCodes = z.output<typeof generateCodesSchema>;

export const discountStates = ["planned", "running", "ended", "stopped", "used up"] as const;
export type DiscountState = (typeof discountStates)[number];

/** What a rule names, as far as it is there. */
export type DiscountNames = {
  products: { _id: string; name: string; image: string; isShown: boolean }[];
} & Record<"collections" | "categories" | "brands" | "combinesWith", { _id: string; name: string }[]>;

/** A rule as the owner edits it. */
export type DiscountDetail = Omit<DiscountTerms, "from" | "until"> & {
  _id: string;
  version: number;
  from: LocalTime | null;
  until: LocalTime | null;
  state: DiscountState;
  /** Whether products are shown with it. */
  isShown: boolean;
  /** By how many orders it is used, and what it gives them in all; in wire format. */
  uses: number;
  given: number;
  /** How many codes it has, and the first of them. */
  codes: number;
  code: string | null;
  timeZone: string;
  /** When its version in force was saved. */
  updatedAt: string;
};

export type DiscountLine = Pick<DiscountDetail, "_id" | "name" | "gives" | "needsCode" | "from" | "until" | "state"> &
  Pick<DiscountDetail, "uses" | "given" | "codes" | "code"> &
  Pick<DiscountTerms["limits"], "usesMax">;

/** A code of a rule. */
export type DiscountCode = { code: string; uses: number; usesMax: number | null };
export const codesPageSize = 50;
export const listCodesSchema = z.object({ after: z.string().max(40).refine(isStorableLine).optional() });
