import type { ShownDiscount } from "@shop/shared/catalog/catalog";
import type { DiscountRule } from "@shop/shared/discount/discount-rule";
import { lowestPriceBefore, lowestPriceDays, type Period } from "@shop/shared/discount/lowest-price";
import { type PricedProduct, priceByRules } from "@shop/shared/discount/shown-discounts";
import { toWire } from "@shop/shared/money";
import { isGiftCard } from "@shop/shared/terms-of-sale/gift-card-class";
import { grossOf } from "@shop/shared/terms-of-sale/reverse-charge";
import { taxRatesOf } from "@shop/shared/terms-of-sale/tax-rates";
import { eq, inArray } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { productPrices } from "../../../db/schema/prices.ts";
import { products } from "../../../db/schema/products.ts";
import { TermsReader } from "../../terms-of-sale/terms-reader.ts";
import { readProductFacts } from "../product-facts.ts";
import { type PriceRow, reductionOf } from "../reduction.ts";
import { readShownPeriods, type ShownPeriod } from "./shown-rules.ts";

/** A product whose prices are to be shown, and what it costs now without a discount, in cents. */
type Priced = Omit<PriceRow, "plannedUntil"> & { _id: string };

/**
 * What a product costs by the discounts that hold for everybody, in cents. Regular and lowest price are compared with, and
 * there only if the price is lower than every one of the thirty days before.
 */
export type DiscountedPrice = {
  name: string;
  priceCents: number;
  compared: { regularPriceCents: number; lowestPriceCents: number } | null;
  /** When the first of its rules ends (ms since 1970); null where none has an end. */
  until: number | null;
};

/** What a product was sold at from when until when; null for no limit. */
type SoldPrice = { priceCents: number; from: number | null; until: number | null };

const dayMs = 86_400_000;

/** The discounted prices of those of some products that cost less by a rule for everybody, by their ids. */
export async function readDiscountedPrices(
  db: Db,
  priced: readonly Priced[],
): Promise<ReadonlyMap<string, DiscountedPrice>> {
  const periods = priced.length === 0 ? [] : await readShownPeriods(db);
  const open = periods.filter(({ until }) => until === null);
  if (open.length === 0) return new Map();
  const openRules = open.map(({ rule }) => rule);
  const subjects = await readSubjects(db, priced, periods);
  const reduced = subjects.flatMap(({ row, subject }) => {
    const { priceCents, rules } = priceByRules(subject, openRules);
    return rules.length === 0 ? [] : [{ row, subject, priceCents, rules }];
  });
  const soldAt = await readSoldPrices(
    db,
    reduced.map(({ row }) => row._id),
  );
  const now = Date.now();
  return new Map(
    reduced.map((each) => {
      const sold = soldAt.get(each.row._id) ?? [];
      return [each.row._id, discountedPrice(each, { periods, sold, now })];
    }),
  );
}

/** The same for one product of a query with `hasDiscountsColumn`. */
export async function readDiscountedPrice(
  db: Db,
  { hasDiscounts, ...row }: Priced & { hasDiscounts: boolean },
): Promise<DiscountedPrice | undefined> {
  return hasDiscounts ? (await readDiscountedPrices(db, [row])).get(row._id) : undefined;
}

/** A discounted price in wire format. */
export function toWireDiscount({ name, priceCents, compared, until }: DiscountedPrice): ShownDiscount {
  return {
    name,
    price: toWire(priceCents),
    ...(compared === null
      ? {}
      : { regularPrice: toWire(compared.regularPriceCents), lowestPrice: toWire(compared.lowestPriceCents) }),
    ...(until === null ? {} : { until: new Date(until).toISOString() }),
  };
}

type Subject = { row: Priced; subject: PricedProduct };

/** The products with what the rules ask of them. */
async function readSubjects(db: Db, priced: readonly Priced[], periods: readonly ShownPeriod[]): Promise<Subject[]> {
  const rules = periods.map(({ rule }) => rule);
  const ids = priced.map(({ _id }) => _id);
  const facts = await readProductFacts(db, ids, periods);
  const isCostAsked = rules.some(({ limits }) => limits.marginMin !== null);
  const highestGross = isCostAsked ? await readHighestGross(db) : (costCents: number) => costCents;
  return priced.flatMap((row) => {
    const known = facts.get(row._id);
    if (known === undefined || isGiftCard(known)) return [];
    const { product, costCents, taxClass } = known;
    const gross = costCents === null ? null : highestGross(costCents, taxClass);
    return [{ row, subject: { priceCents: row.priceCents, costCents: gross, product } }];
  });
}

/** What a cost is with the highest tax of any place, so that no order is charged more than its products say. */
async function readHighestGross(db: Db): Promise<(costCents: number, taxClass: string) => number> {
  const { terms, at } = await new TermsReader().current(db);
  if (!terms.pricesIncludeTax) return (costCents) => costCents;
  const { taxRates } = terms;
  return (costCents, taxClass) =>
    Math.max(
      costCents,
      ...taxRates.map(({ country, region }) =>
        grossOf(costCents, taxRatesOf(taxRates, taxClass, { country, region: region ?? "" }, at)),
      ),
    );
}

/** The prices that products were sold at. One that never changed its price has had it since it was published. */
async function readSoldPrices(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, SoldPrice[]>> {
  const sold = new Map<string, SoldPrice[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return sold;
  const rows = await db
    .select({
      id: products.id,
      publishedAt: products.publishedAt,
      nowCents: products.priceCents,
      cents: productPrices.priceCents,
      beganAt: productPrices.beganAt,
      endedAt: productPrices.endedAt,
    })
    .from(products)
    .leftJoin(productPrices, eq(productPrices.productId, products.id))
    .where(inArray(products.id, [...ids]));
  for (const { id, publishedAt, nowCents, cents, beganAt, endedAt } of rows) {
    const [from, until] = cents === null ? [publishedAt, null] : [beganAt, endedAt];
    sold.get(id)?.push({ priceCents: cents ?? nowCents, from: toMs(from), until: toMs(until) });
  }
  return sold;
}

const toMs = (time: Date | null) => time?.getTime() ?? null;

type Reduced = Subject & { priceCents: number; rules: readonly DiscountRule[] };

type Past = {
  periods: readonly ShownPeriod[];
  sold: readonly SoldPrice[];
  now: number;
};

function discountedPrice({ row, subject, priceCents, rules }: Reduced, past: Past): DiscountedPrice {
  const lowest = lowestOf(subject, past);
  const ends = rules.flatMap(({ until }) => until ?? []);
  const reduction = reductionOf(row);
  const lowestPriceCents = Math.min(
    lowest ?? Number.POSITIVE_INFINITY,
    reduction?.lowestPriceCents ?? Number.POSITIVE_INFINITY,
  );
  const regularPriceCents = reduction?.regularPriceCents ?? row.priceCents;
  return {
    name: rules.map(({ name }) => name).join(" + "),
    priceCents,
    compared: priceCents < lowestPriceCents && lowest !== null ? { regularPriceCents, lowestPriceCents } : null,
    until: ends.length === 0 ? null : Math.min(...ends),
  };
}

/** The lowest price of the thirty days before the reduction, with the discounts of then. Rules are for what products are in now. */
function lowestOf(subject: PricedProduct, { periods, sold, now }: Past): number | null {
  const priceAt = (at: number) => {
    const isThen = ({ from, until }: Period) => (from === null || from <= at) && (until === null || until > at);
    const base = sold.find(isThen)?.priceCents;
    if (base === undefined) return null;
    const rules = periods.filter(isThen).map(({ rule }) => rule);
    const then = priceByRules({ ...subject, priceCents: base }, rules);
    return { cents: then.priceCents, isReduced: then.rules.length > 0 };
  };
  const since = Math.min(...periods.map(({ from }) => from)) - lowestPriceDays * dayMs;
  return lowestPriceBefore([...sold, ...periods], priceAt, { since, now });
}
