import type { DiscountGift } from "@shop/shared/discount/discount-rule";
import { type DiscountDetail, type DiscountNames, saveDiscountSchema } from "@shop/shared/discount/discount-schema";
import { fromWire, toWire } from "@shop/shared/money";
import { z } from "zod";
import type { ChosenProduct } from "../parts/find-products.tsx";
import type { Saved } from "../parts/use-edit-form.ts";

export type Named = { _id: string; name: string };

/** The fields of a discount. Empty numbers and times stand for none; amounts are in wire format, shares in percent. */
export type DiscountFields = {
  name: string;
  kind: string;
  rate: number | "";
  amount: number | "";
  buy: number | "";
  get: number | "";
  products: ChosenProduct[];
  collections: Named[];
  categories: Named[];
  brands: Named[];
  options: { text: string }[];
  fromAmount: number | "";
  fromQty: number | "";
  isFirstOrder: boolean;
  customerTags: { text: string }[];
  countries: { text: string }[];
  needsCode: boolean;
  from: string;
  until: string;
  shareMax: number | "";
  marginMin: number | "";
  usesMax: number | "";
  usesPerCustomer: number | "";
  budget: number | "";
  combinesWith: Named[];
};

export const discountLabels: Record<keyof DiscountFields, string> = {
  name: "Name",
  kind: "What it gives",
  rate: "Percent off",
  amount: "Amount",
  buy: "Buy",
  get: "Get",
  products: "Products",
  collections: "Collections",
  categories: "Categories",
  brands: "Brands",
  options: "Options",
  fromAmount: "From a subtotal of",
  fromQty: "From a quantity of",
  isFirstOrder: "Only for a first order",
  customerTags: "Only for customers with a tag",
  countries: "Only for orders to",
  needsCode: "Customers enter a code",
  from: "From",
  until: "Until",
  shareMax: "At most percent of a price",
  marginMin: "At least percent margin",
  usesMax: "Orders in all",
  usesPerCustomer: "Orders of each customer",
  budget: "Discounts in all",
  combinesWith: "May be combined with",
};

/** What a rule gives, as the form chooses it. */
export const giftKinds: Record<DiscountGift["kind"], string> = {
  percentage: "A percentage off",
  amount: "An amount off",
  price: "A price for each",
  "buy and get": "Buy some, get some",
  delivery: "Free delivery",
};

/** The fields by what the server calls them. */
const fieldOf: Record<string, keyof DiscountFields> = {
  "gives.rate": "rate",
  "gives.cents": "amount",
  "gives.upToCents": "amount",
  "gives.buy": "buy",
  "gives.get": "get",
  "goods.products": "products",
  "goods.options": "options",
  "conditions.fromCents": "fromAmount",
  "conditions.fromQty": "fromQty",
  "conditions.customerTags": "customerTags",
  "conditions.countries": "countries",
  "limits.shareMax": "shareMax",
  "limits.marginMin": "marginMin",
  "limits.usesMax": "usesMax",
  "limits.usesPerCustomer": "usesPerCustomer",
  "limits.budgetCents": "budget",
};

const numberOrEmpty = z.union([z.literal(""), z.number()]);
const named = z.object({ _id: z.string(), name: z.string() });
const texts = z.array(z.object({ text: z.string() }));

/** The fields as they are typed, which must make a rule that the server takes. */
export const discountFieldsSchema: z.ZodType<unknown, DiscountFields> = z
  .object({
    name: z.string(),
    kind: z.string(),
    rate: numberOrEmpty,
    amount: numberOrEmpty,
    buy: numberOrEmpty,
    get: numberOrEmpty,
    products: z.array(named.extend({ image: z.string(), state: z.string() })),
    collections: z.array(named),
    categories: z.array(named),
    brands: z.array(named),
    options: texts,
    fromAmount: numberOrEmpty,
    fromQty: numberOrEmpty,
    isFirstOrder: z.boolean(),
    customerTags: texts,
    countries: texts,
    needsCode: z.boolean(),
    from: z.string(),
    until: z.string(),
    shareMax: numberOrEmpty,
    marginMin: numberOrEmpty,
    usesMax: numberOrEmpty,
    usesPerCustomer: numberOrEmpty,
    budget: numberOrEmpty,
    combinesWith: z.array(named),
  })
  .superRefine((fields, context) => {
    const { error } = saveDiscountSchema.safeParse(toInput(fields, 1, false));
    for (const { path, message } of error?.issues ?? []) {
      context.addIssue({ code: "custom", path: [toField(path.map(String))], message });
    }
  });

/** The field that a part of the input is entered in. */
function toField(path: readonly string[]): string {
  return fieldOf[path.slice(0, 2).join(".")] ?? path[0] ?? "name";
}

const rateOf = (percent: number | "") => (percent === "" ? Number.NaN : Math.round(percent * 1_000));
const centsOf = (amount: number | "") => (amount === "" ? Number.NaN : (fromWire(amount) ?? Number.NaN));
const orNull = <Value>(value: number | "", convert: (value: number) => Value) => (value === "" ? null : convert(value));
const idsOf = (records: readonly Named[]) => records.map(({ _id }) => _id);
const textsOf = (records: readonly { text: string }[]) => records.map(({ text }) => text);

function giftOf({ kind, rate, amount, buy, get }: DiscountFields): DiscountGift {
  switch (kind) {
    case "amount":
    case "price":
      return { kind, cents: centsOf(amount) };
    case "buy and get":
      return { kind, buy: Number(buy), get: Number(get), rate: rateOf(rate) };
    case "delivery":
      return { kind, upToCents: orNull(amount, centsOf) };
    default:
      return { kind: "percentage", rate: rateOf(rate) };
  }
}

/** The fields as the server takes them. */
export function toInput(fields: DiscountFields, version: number, isConfirmed: boolean) {
  const { name, isFirstOrder, needsCode, from, until } = fields;
  return {
    name,
    gives: giftOf(fields),
    goods: {
      products: idsOf(fields.products),
      collections: idsOf(fields.collections),
      categories: idsOf(fields.categories),
      brands: idsOf(fields.brands),
      options: textsOf(fields.options),
    },
    conditions: {
      fromCents: orNull(fields.fromAmount, centsOf) ?? 0,
      fromQty: fields.fromQty === "" ? 0 : fields.fromQty,
      isFirstOrder,
      customerTags: textsOf(fields.customerTags),
      countries: textsOf(fields.countries),
    },
    limits: {
      shareMax: rateOf(fields.shareMax),
      marginMin: orNull(fields.marginMin, rateOf),
      usesMax: orNull(fields.usesMax, Number),
      usesPerCustomer: orNull(fields.usesPerCustomer, Number),
      budgetCents: orNull(fields.budget, centsOf),
    },
    needsCode,
    from: from === "" ? null : from,
    until: until === "" ? null : until,
    combinesWith: idsOf(fields.combinesWith),
    isConfirmed,
    version,
  };
}

const amountOrEmpty = (cents: number | null) => (cents === null || cents === 0 ? "" : toWire(cents));
const percentOrEmpty = (rate: number | null) => (rate === null ? "" : rate / 1_000);

function giftFields(gives: DiscountGift): Pick<DiscountFields, "kind" | "rate" | "amount" | "buy" | "get"> {
  const { kind } = gives;
  return {
    kind,
    rate: kind === "percentage" || kind === "buy and get" ? gives.rate / 1_000 : 10,
    amount:
      kind === "amount" || kind === "price"
        ? toWire(gives.cents)
        : kind === "delivery"
          ? amountOrEmpty(gives.upToCents)
          : "",
    buy: kind === "buy and get" ? gives.buy : 2,
    get: kind === "buy and get" ? gives.get : 1,
  };
}

/** A stored discount as fields. */
export function toSaved(detail: DiscountDetail, names: DiscountNames): Saved<DiscountFields> {
  const { name, gives, goods, conditions, limits, needsCode, from, until, version, updatedAt } = detail;
  const { products, collections, categories, brands, combinesWith } = names;
  const toTexts = (list: readonly string[]) => list.map((text) => ({ text }));
  return {
    values: {
      name,
      ...giftFields(gives),
      products: products.map(({ isShown, ...product }) => ({ ...product, state: isShown ? "" : "not on sale" })),
      collections,
      categories,
      brands,
      options: toTexts(goods.options),
      fromAmount: amountOrEmpty(conditions.fromCents),
      fromQty: conditions.fromQty === 0 ? "" : conditions.fromQty,
      isFirstOrder: conditions.isFirstOrder,
      customerTags: toTexts(conditions.customerTags),
      countries: toTexts(conditions.countries),
      needsCode,
      from: from ?? "",
      until: until ?? "",
      shareMax: limits.shareMax / 1_000,
      marginMin: percentOrEmpty(limits.marginMin),
      usesMax: limits.usesMax ?? "",
      usesPerCustomer: limits.usesPerCustomer ?? "",
      budget: amountOrEmpty(limits.budgetCents),
      combinesWith,
    },
    version,
    updatedAt,
  };
}
