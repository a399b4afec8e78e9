import type { ProductPage, ProductSummary } from "@shop/shared/catalog/catalog";
import { type Content, unitPriceCents } from "@shop/shared/catalog/unit-price";
import { toWire } from "@shop/shared/money";
import { and, desc, eq } from "drizzle-orm";
import { type Db, isAnyOf, preparedFor } from "../../db/client.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import { categoriesAboveColumn } from "./category-tree.ts";
import { entryColumn, toEntryVariants } from "./product-group/group-columns.ts";
import { readVariantPrices } from "./product-group/variant-prices.ts";
import { slugColumn } from "./product-slugs.ts";
import { type PriceRow, toPrices } from "./reduction.ts";
import { type DiscountedPrice, readDiscountedPrices, toWireDiscount } from "./shown-discount/discounted-prices.ts";
import { hasDiscountsColumn } from "./shown-discount/shown-rules.ts";
import { contentColumn } from "./trade-facts.ts";
import { isVisible } from "./visible.ts";

/** The order of lists. Total, so that pages neither repeat nor omit a product. */
export const newestFirst = [desc(products.createdAt), desc(products.id)];

/** The columns of a product summary; the query joins brands and categories. */
export const summaryColumns = {
  _id: products.id,
  name: products.name,
  variantLabel: products.variantLabel,
  content: contentColumn,
  image: products.image,
  brand: brands.name,
  category: categories.name,
  description: products.description,
  isMarkdown: products.isMarkdown,
  priceCents: products.priceCents,
  regularPriceCents: products.regularPriceCents,
  lowestPriceCents: products.lowestPriceCents,
  plannedUntil: products.plannedUntil,
  countInStock: products.countInStock,
  rating: products.rating,
  numReviews: products.numReviews,
  user: products.userId,
};

/** The pages of a product itself, its brand, its category and those above, for its own page. */
export const slugColumns = {
  slug: slugColumn,
  brandSlug: brands.slug,
  categorySlug: categories.slug,
  categoriesAbove: categoriesAboveColumn,
};

type SlugRow = {
  slug: string | null;
  brandSlug: string;
  categorySlug: string;
  categoriesAbove: { name: string; slug: string }[] | null;
};

/** A row of `slugColumns` in wire format. */
export function toSlugs({ slug, brandSlug, categorySlug, categoriesAbove }: SlugRow) {
  return {
    ...(slug === null ? {} : { slug }),
    brandSlug,
    categorySlug,
    ...(categoriesAbove === null ? {} : { categoriesAbove }),
  };
}

/** A row of `summaryColumns`. */
export type SummaryRow = Omit<
  ProductSummary,
  | "price"
  | "regularPrice"
  | "lowestPrice"
  | "reducedUntil"
  | "discount"
  | "variant"
  | "variants"
  | "unitPrice"
  | "isMarkdown"
> &
  PriceRow & { variantLabel: string; isMarkdown: boolean; content: Content | null };

/** A row of `summaryColumns` in wire format. Copies column by column, because rows can have more columns. */
export function toSummary(row: SummaryRow, discounted?: DiscountedPrice): ProductSummary {
  const priceCents = discounted?.priceCents ?? row.priceCents;
  return {
    _id: row._id,
    name: row.name,
    image: row.image,
    brand: row.brand,
    category: row.category,
    description: row.description,
    ...(row.isMarkdown ? { isMarkdown: true } : {}),
    ...toPrices(row),
    ...(discounted === undefined ? {} : { discount: toWireDiscount(discounted) }),
    countInStock: row.countInStock,
    rating: row.rating,
    numReviews: row.numReviews,
    user: row.user,
    ...(row.variantLabel === "" ? {} : { variant: row.variantLabel }),
    ...(row.content === null
      ? {}
      : { unitPrice: { price: toWire(unitPriceCents(priceCents, row.content)), basis: row.content.basis } }),
  };
}

const isWanted = and(isAnyOf(products.id, "ids"), isVisible);

const productsByIds = preparedFor((db) =>
  db
    .select({ ...summaryColumns, hasDiscounts: hasDiscountsColumn })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(isWanted)
    .prepare("products_by_ids"),
);
const entriesByIds = preparedFor((db) =>
  db
    .select({ ...summaryColumns, entry: entryColumn, hasDiscounts: hasDiscountsColumn })
    .from(products)
    .innerJoin(brands, eq(brands.id, products.brandId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(isWanted)
    .prepare("entries_by_ids"),
);

/** The visible ones of some products, in the order of the ids, with the discounts that hold for everybody. */
export async function readSummaries(db: Db, ids: readonly string[]): Promise<ProductSummary[]> {
  if (ids.length === 0) return [];
  const rows = await productsByIds(db).execute({ ids });
  const discounted = await readDiscountedPrices(db, hasDiscountsIn(rows) ? rows : []);
  return inOrder(
    ids,
    rows.map((row) => toSummary(row, discounted.get(row._id))),
  );
}

/** The same as entries of a list: each with what the list says of its group. */
export async function readEntrySummaries(db: Db, ids: readonly string[]): Promise<ProductSummary[]> {
  if (ids.length === 0) return [];
  const rows = await entriesByIds(db).execute({ ids });
  const hasDiscounts = hasDiscountsIn(rows);
  const variants = hasDiscounts ? await readVariantPrices(db, ids) : [];
  const ungrouped = hasDiscounts ? rows.filter(({ entry }) => entry === null) : [];
  const discounted = await readDiscountedPrices(db, [...ungrouped, ...variants]);
  return inOrder(
    ids,
    rows.map((row) => {
      const own = variants.filter(({ entryId }) => entryId === row._id);
      return {
        ...toSummary(row, discounted.get(row._id)),
        ...(row.entry === null ? {} : { variants: toEntryVariants(row.entry, fromPrices(own, discounted)) }),
      };
    }),
  );
}

/** Shops without such discounts pay no statement for them. */
const hasDiscountsIn = (rows: readonly { hasDiscounts: boolean }[]) => rows.some(({ hasDiscounts }) => hasDiscounts);

/** The lowest and the highest price of variants, discounts included; `undefined` where none is discounted. */
function fromPrices(
  variants: readonly { _id: string; priceCents: number }[],
  discounted: ReadonlyMap<string, DiscountedPrice>,
) {
  if (!variants.some(({ _id }) => discounted.has(_id))) return undefined;
  const prices = variants.map(({ _id, priceCents }) => discounted.get(_id)?.priceCents ?? priceCents);
  return { fromCents: Math.min(...prices), toCents: Math.max(...prices) };
}

function inOrder(ids: readonly string[], found: readonly ProductSummary[]): ProductSummary[] {
  const byId = new Map(found.map((product) => [product._id, product]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A page of a list of `total` products. */
export function toPage(products: ProductSummary[], page: number, total: number, pageSize: number): ProductPage {
  return { products, page, pages: Math.ceil(total / pageSize), total };
}
