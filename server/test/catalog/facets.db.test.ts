import {
  anyProduct,
  attributeChoice,
  countedMax,
  facetValuesMax,
  type ProductQuery,
  parsePriceRange,
  priceBands,
  ratingSteps,
} from "@shop/shared/catalog/product-address";
import { foundProductsSchema } from "@shop/shared/catalog/product-query";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { productAttributes, products } from "../../src/db/schema/products.ts";
import { categories } from "../../src/db/schema/terms.ts";
import { countSales } from "../../src/domain/catalog/count-sales.ts";
import { readChoice } from "../../src/domain/catalog/search/choice.ts";
import { countFacets } from "../../src/domain/catalog/search/count-facets.ts";
import { productSearch } from "../../src/domain/catalog/search/product-search.ts";
import { makeBrand, makeCategory, makeOrder, makeProduct } from "../harness/factories.ts";
import { faultsOfGroups, makeGroup } from "../harness/product-groups.ts";
import { randomFrom, wholeFrom } from "../harness/random.ts";
import { startTestShop } from "../harness/shop.ts";
import { width } from "../harness/width.ts";

const pageSize = 7;
const productCount = 300;

const brandNames = ["Aldera", "Brivo", "Cestro", "Dunmar", "Ebbe & Søn"];
const categoryNames = ["Home", "Seats", "Chairs", "Lamps", "Kettles"];
/** The category that one is below, where they are. */
const parentNames: Record<string, string> = { Chairs: "Seats", Seats: "Home", Lamps: "Home" };

/** A category with those above it. */
function categoriesOf(name: string): string[] {
  const parent = parentNames[name];
  return parent === undefined ? [name] : [name, ...categoriesOf(parent)];
}
const words = ["quork", "blivet", "zanth"];

type Made = {
  id: string;
  word: string;
  brand: string;
  category: string;
  /** Its category and those above. */
  categories: string[];
  priceCents: number;
  rating: number;
  numReviews: number;
  isInStock: boolean;
  at: number;
  soldUnits: number;
  /** Each attribute of the product with one value or two, and its values of options. */
  attributes: { name: string; value: string }[];
  /** What it is an entry of lists with: its group or itself, and its place there. */
  entry: string;
  place: number;
};

/** Whether a product meets what is chosen of each facet. */
const meets: Record<
  "brand" | "category" | "price" | "rating" | "inStock",
  (made: Made, query: ProductQuery) => boolean
> = {
  brand: (made, { brand }) => brand.length === 0 || brand.includes(made.brand),
  category: ({ categories }, { category }) =>
    category.length === 0 || categories.some((name) => category.includes(name)),
  price: (made, { price }) => price.length === 0 || price.some((text) => isWithin(made.priceCents, text)),
  rating: (made, { rating }) => made.rating >= rating,
  inStock: (made, { inStock }) => made.isInStock || !inStock,
};
type FacetName = keyof typeof meets;
const facetNames: FacetName[] = ["brand", "category", "price", "rating", "inStock"];

function isWithin(cents: number, text: string): boolean {
  const range = parsePriceRange(text);
  return range !== undefined && cents >= range.minCents && cents <= (range.maxCents ?? Number.POSITIVE_INFINITY);
}

/** The last is an option. */
const attributeNames = ["Color", "Material", "Width", "Zone"];
const zones = ["North", "East", "South", "West"];

/** Whether a product has one of the chosen values of each attribute, apart from one. */
function hasChosen({ attributes }: Made, query: ProductQuery, but?: string): boolean {
  return attributeNames.every((name) => {
    const wanted = query.attribute.filter((choice) => choice.startsWith(`${name}:`));
    const own = attributes.map((each) => attributeChoice(each.name, each.value));
    return name === but || wanted.length === 0 || wanted.some((choice) => own.includes(choice));
  });
}

/** The number of products with each value of an attribute; nothing where there is no choice. */
function attributeCountsOf(made: readonly Made[], query: ProductQuery, name: string) {
  const others = chosenOf(made, { ...query, attribute: [] }).filter((each) => hasChosen(each, query, name));
  const values = new Set(
    others.flatMap((each) => each.attributes.flatMap((one) => (one.name === name ? one.value : []))),
  );
  const has = (value: string) => (each: Made) =>
    each.attributes.some((one) => one.name === name && one.value === value);
  const counts = Object.fromEntries([...values].map((value) => [value, entriesOf(others.filter(has(value)))]));
  const isChosen = query.attribute.some((choice) => choice.startsWith(`${name}:`));
  return Object.keys(counts).length > (isChosen ? 0 : 1) ? counts : undefined;
}

/** The products that meet a query, apart from one facet. */
function chosenOf(made: readonly Made[], query: ProductQuery, but?: FacetName): Made[] {
  return made.filter(
    (each) =>
      hasChosen(each, query) &&
      (query.keyword === "" || each.word === query.keyword) &&
      facetNames.every((facet) => facet === but || meets[facet](each, query)),
  );
}

function groupsOf(found: readonly Made[]): Map<string, Made[]> {
  const groups = new Map<string, Made[]>();
  for (const each of found) groups.set(each.entry, [...(groups.get(each.entry) ?? []), each]);
  return groups;
}

const entriesOf = (found: readonly Made[]) => new Set(found.map(({ entry }) => entry)).size;

/** The ids of a list's entries in their order: the rules of lists, said once more. */
function entriesInOrder(made: readonly Made[], query: ProductQuery): string[] {
  const sort = query.sort === "relevance" && query.keyword === "" ? "newest" : query.sort;
  const isByPrice = sort === "price-up" || sort === "price-down";
  const found = chosenOf(made, query);
  const isAny =
    found.length === made.length &&
    JSON.stringify({ ...query, sort: "relevance", pageNumber: 1 }) === JSON.stringify(anyProduct);
  const groups = groupsOf(found);
  const rather = (a: Made, b: Made) => Number(b.isInStock) - Number(a.isInStock) || a.place - b.place;
  const standing = [...groups.values()].map((variants) => {
    const lowest = Math.min(...variants.map(({ priceCents }) => priceCents));
    const cheapest = (a: Made, b: Made) => (isByPrice ? a.priceCents - b.priceCents : 0) || rather(a, b);
    const [first] = variants.toSorted(isAny ? (a, b) => a.place - b.place : cheapest);
    const [shown] = variants.toSorted(isAny ? rather : cheapest);
    if (first === undefined || shown === undefined) throw new Error("A group has no product");
    return { sortedBy: isAny ? { ...first, priceCents: lowest } : first, id: shown.id };
  });
  return standing.toSorted((a, b) => sorted[sort](a.sortedBy, b.sortedBy)).map(({ id }) => id);
}

/** The number of products with each value, those without any left out. */
function countsOf(made: readonly Made[], query: ProductQuery, facet: FacetName) {
  const others = chosenOf(made, query, facet);
  const count = (has: (each: Made) => boolean) => entriesOf(others.filter(has));
  const all = {
    brand: () => brandNames.map((name) => [name, count(({ brand }) => brand === name)]),
    category: () => categoryNames.map((name) => [name, count(({ categories }) => categories.includes(name))]),
    price: () => priceBands().map((band) => [band, count(({ priceCents }) => isWithin(priceCents, band))]),
    rating: () => ratingSteps.map((step) => [String(step), count(({ rating }) => rating >= step)]),
    inStock: () => [["", count(({ isInStock }) => isInStock)]],
  };
  const chosen = [...query.brand, ...query.category, ...query.price, String(query.rating), ""];
  return Object.fromEntries(all[facet]().filter(([value, found]) => found !== 0 || chosen.includes(String(value))));
}

const byId = (a: Made, b: Made) => (a.id < b.id ? 1 : -1);
const sorted: Record<ProductQuery["sort"], (a: Made, b: Made) => number> = {
  relevance: (a, b) => Number(b.isInStock) - Number(a.isInStock) || b.at - a.at || byId(a, b),
  newest: (a, b) => b.at - a.at || byId(a, b),
  "price-up": (a, b) => a.priceCents - b.priceCents || b.at - a.at || byId(a, b),
  "price-down": (a, b) => b.priceCents - a.priceCents || a.at - b.at || byId(b, a),
  rating: (a, b) => b.rating - a.rating || b.numReviews - a.numReviews || b.at - a.at || byId(a, b),
  bestselling: (a, b) => b.soldUnits - a.soldUnits || b.at - a.at || byId(a, b),
};

describe.each([
  { isGrouped: false, isNested: false },
  { isGrouped: true, isNested: false },
  { isGrouped: false, isNested: true },
  { isGrouped: true, isNested: true },
])(
  "the facets of found products, in groups: $isGrouped, in nested categories: $isNested",
  ({ isGrouped, isNested }) => {
    const shop = startTestShop({ pageSize });
    let made: Made[] = [];
    const seed = Math.floor(Math.random() * 1e9);
    const next = randomFrom(seed);
    const pick = <Value>(values: readonly Value[]): Value => {
      const value = values[wholeFrom(next, 0, values.length - 1)];
      if (value === undefined) throw new Error("Nothing to choose from");
      return value;
    };
    const some = <Value>(values: readonly Value[]) => (next() < 0.5 ? [] : values.filter(() => next() < 0.4));

    const allAttributes = [
      ...["Green", "Red", "Blue"].map((value) => ({ name: "Color", value })),
      ...["Oak", "Wool: felted"].map((value) => ({ name: "Material", value })),
      ...["9 in", "10 in", "11 in"].map((value) => ({ name: "Width", value })),
    ];

    beforeAll(async () => {
      const brandIds = new Map<string, string>();
      const categoryIds = new Map<string, string>();
      for (const name of brandNames) brandIds.set(name, await makeBrand(shop.db, name));
      for (const name of categoryNames) categoryIds.set(name, await makeCategory(shop.db, name));
      for (const [name, parent] of Object.entries(isNested ? parentNames : {}))
        await shop.db
          .update(categories)
          .set({ parentId: categoryIds.get(parent) })
          .where(eq(categories.name, name));
      let group = { id: "", left: 0, place: 0, ratings: [0], first: { brand: "", category: "", priceCents: 0 } };
      made = Array.from({ length: productCount }, () => {
        if (isGrouped && group.left === 0)
          group = { ...group, id: crypto.randomUUID(), left: wholeFrom(next, 1, 4), place: 0, ratings: [] };
        const isSingle = !isGrouped || next() < 0.2;
        const id = crypto.randomUUID();
        const place = isSingle ? 0 : group.place;
        const zone = isSingle ? [] : [{ name: "Zone", value: zones[place] ?? "" }];
        const entry = isSingle ? id : group.id;
        const ratings = Array.from({ length: wholeFrom(next, 0, 3) }, () => wholeFrom(next, 1, 5));
        // Reviews are those of the group.
        const reviewed = isSingle || group.place === 0 ? ratings : group.ratings;
        const numReviews = reviewed.length;
        const mean = reviewed.reduce((sum, rating) => sum + rating, 0) / Math.max(1, numReviews);
        const own = {
          brand: pick(brandNames),
          category: pick(categoryNames),
          // Both ends of the price bands among them.
          priceCents: pick([0, 2_499, 2_500, 4_999, 5_000, 9_999, 10_000, 19_999, 20_000, 50_000, 70_000]),
        };
        // Many variants differ in their stock alone.
        const { brand, category, priceCents } = isSingle || place === 0 || next() < 0.4 ? own : group.first;
        const first = place === 0 ? own : group.first;
        if (!isSingle) group = { ...group, left: group.left - 1, place: place + 1, ratings: reviewed, first };
        return {
          id,
          entry,
          place,
          word: pick(words),
          brand,
          category,
          categories: isNested ? categoriesOf(category) : [category],
          priceCents,
          rating: Math.round(mean * 100) / 100,
          numReviews,
          isInStock: next() < 0.7,
          // Many share a moment, so that the order has to fall back on the id.
          at: Date.UTC(2026, 0, wholeFrom(next, 1, 9)),
          soldUnits: wholeFrom(next, 0, 4),
          attributes: [...some(allAttributes), ...zone],
        };
      });
      await shop.db.insert(products).values(
        made.map(({ id, word, brand, category, priceCents, rating, numReviews, isInStock, at }) => ({
          id,
          name: `The ${word}`,
          brandId: brandIds.get(brand),
          categoryId: categoryIds.get(category),
          priceCents,
          ratingSum: Math.round(rating * numReviews),
          numReviews,
          countInStock: isInStock ? 3 : 0,
          createdAt: new Date(at),
          publishedAt: new Date(),
        })),
      );
      await shop.db.insert(productAttributes).values(
        made.flatMap(({ id, attributes }) =>
          attributes.flatMap(({ name, value: label }, place) => {
            if (name === "Zone") return [];
            const [value = "", unit = ""] = name === "Width" ? label.split(" ") : [label];
            return { productId: id, position: place + 1, name, value, unit };
          }),
        ),
      );
      for (const variants of groupsOf(made).values()) {
        if (variants[0]?.entry === variants[0]?.id) continue;
        await makeGroup(shop.db, {
          options: [{ name: "Zone", values: zones }],
          variants: variants.map(({ id, place }) => ({ productId: id, values: [place] })),
        });
      }
      expect(await faultsOfGroups(shop.db)).toEqual([]);
      for (const { id, soldUnits } of made) {
        await shop.db.execute(sql`update product_facets set sold_units = ${soldUnits} where product_id = ${id}`);
      }
    });

    it(`are counted as one would count by hand, whatever is chosen (seed ${seed})`, async () => {
      for (let n = 0; n < width.facetChoices; n += 1) {
        const query: ProductQuery = {
          ...anyProduct,
          keyword: next() < 0.2 ? pick(words) : "",
          brand: some([...brandNames, "Nobody"]),
          category: some(categoryNames),
          price: some([...priceBands(), "10-60", "-49.99", "300-"]),
          rating: next() < 0.6 ? 0 : pick(ratingSteps),
          attribute:
            next() < 0.5
              ? []
              : some([...allAttributes, ...zones.map((value) => ({ name: "Zone", value }))]).map(({ name, value }) =>
                  attributeChoice(name, value),
                ),
          inStock: next() < 0.3,
          pageNumber: next() < 0.8 ? 1 : 2,
          sort: pick(["relevance", "newest", "price-up", "price-down", "rating", "bestselling"] as const),
        };
        const found = foundProductsSchema.parse(await productSearch.findProducts(shop.db, query, pageSize));
        const context = `seed ${seed}, case ${n}: ${JSON.stringify(query)}`;
        const expected = entriesInOrder(made, query);
        const from = (query.pageNumber - 1) * pageSize;
        const ids = found.products.map(({ _id }) => _id);
        expect(ids, context).toEqual(expected.slice(from, from + pageSize));
        expect([found.total, found.hasMore], context).toEqual([expected.length, false]);
        for (const facet of facetNames) {
          const counted = facet === "inStock" ? [{ value: "", ...found.facets.inStock }] : found.facets[facet];
          const shown = Object.fromEntries(counted.map(({ value, count }) => [value, count]));
          const real = countsOf(made, query, facet);
          if (facet === "category")
            for (const { value, parent } of found.facets.category)
              expect(parent, context).toBe(isNested ? parentNames[value] : undefined);
          // A chosen range that is none of the bands, and a name without a brand, have no row.
          for (const value of ["Nobody", "10-60", "-49.99", "300-"]) delete real[value];
          expect(shown, `${facet}, ${context}`).toEqual(real);
        }
        const counted = (found.facets.attributes ?? []).map(
          ({ name, values }) => [name, Object.fromEntries(values.map(({ value, count }) => [value, count]))] as const,
        );
        const real = attributeNames.flatMap((name) => {
          const counts = attributeCountsOf(made, query, name);
          return counts === undefined ? [] : [[name, counts] as const];
        });
        expect(counted, `attributes, ${context}`).toEqual(real);
      }
    });
  },
);

describe.each([false, true])("the facets of a large shop, in nested categories: %s", (isNested) => {
  const large = startTestShop();
  const size = 4_000;
  const partSize = 250;
  const sampling = { fromProducts: 1_000, products: 1_500, tellsMostFrom: 500 };

  beforeAll(async () => {
    await large.pool.query(
      "insert into brands (id, name) select gen_random_uuid(), 'Brand ' || n from generate_series(1, 80) n",
    );
    await large.pool.query(
      "insert into categories (id, name) select gen_random_uuid(), 'Room ' || n from generate_series(1, 3) n",
    );
    if (isNested)
      await large.pool.query(
        "update categories set parent_id = (select id from categories where name = 'Room 1') where name <> 'Room 1'",
      );
    // A few brands have most products, and most brands a few. In parts, because a statement has a time limit.
    for (let from = 1; from <= size; from += partSize) {
      await large.pool.query(
        `insert into products (id, name, brand_id, category_id, price_cents, count_in_stock, rating_sum, num_reviews, published_at)
         select gen_random_uuid(), 'Lamp', b.id, c.id, n * 37 % 60000, n % 7, n % 6, case when n % 6 = 0 then 0 else 1 end, now()
         from generate_series($1::int, $2::int) n
         join brands b on b.name = 'Brand ' || (1 + (80 * power((n * 7919 % 1000) / 1000.0, 4))::int % 80)
         join categories c on c.name = 'Room ' || (1 + n % 3)`,
        [from, from + partSize - 1],
      );
    }
  });

  /** Counts that are exact up to a thousand. */
  const capped = (count: number) => Math.min(count, countedMax + 1);

  it.each<Partial<ProductQuery>>([
    {},
    { brand: ["Brand 1"] },
    { brand: ["Brand 70", "Brand 3"], inStock: true },
    { category: ["Room 2"], price: ["0-24.99", "500-"] },
    { rating: 3 },
    { price: ["100-199.99"], rating: 2, category: ["Room 1", "Room 3"] },
  ])("are exact up to a thousand where a sample comes first: %j", async (chosen) => {
    const query = { ...anyProduct, ...chosen };
    const choice = await readChoice(large.db, query);
    const sampled = await countFacets(large.db, choice, undefined, sampling);
    const exact = await countFacets(large.db, choice, undefined);
    expect(capped(sampled.total)).toBe(capped(exact.total));
    expect([...sampled.brand.values()].map(capped)).toContain(capped(Math.max(0, ...exact.brand.values())));
    for (const facet of facetNames) {
      const shown = facet === "brand" ? listed(sampled.brand) : [...exact[facet].keys()].filter((value) => value > 0);
      for (const value of shown) {
        const of = (counts: typeof exact) => [facet, value, capped(counts[facet].get(value) ?? 0)];
        expect(of(sampled)).toEqual(of(exact));
      }
    }
  });

  /** The brands with the most products, which a list shows. */
  function listed(counts: ReadonlyMap<number, number>): number[] {
    const most = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, facetValuesMax);
    return most.map(([value]) => value);
  }
});

describe("the rows that facets are counted by", () => {
  const changing = startTestShop();
  const rows = async () =>
    (await changing.pool.query("select * from product_facets order by product_id")).rows.map((row) =>
      JSON.stringify(row),
    );

  it("are made anew by the procedure of an upgrade as the triggers have made them", async () => {
    const id = await makeProduct(changing.db, { priceCents: 1_999, ratingSum: 9, numReviews: 2 });
    await makeProduct(changing.db, { publishedAt: null });
    const change = (values: Partial<typeof products.$inferInsert>) =>
      changing.db.update(products).set(values).where(eq(products.id, id));
    await change({ countInStock: 0, priceCents: 2_500 });
    await change({ brandId: await makeBrand(changing.db), ratingSum: 14, numReviews: 3 });
    const before = await rows();
    expect(before).toHaveLength(1);
    await changing.pool.query("delete from product_facets");
    await changing.pool.query("call product_facets_fill()");
    expect(await rows()).toEqual(before);
    await change({ deletedAt: new Date() });
    expect(await rows()).toEqual([]);
  });
});

describe("what sells best", () => {
  const sales = startTestShop();
  const best = async () => {
    const { products: found } = await productSearch.findProducts(sales.db, { ...anyProduct, sort: "bestselling" }, 2);
    return found.map(({ _id }) => _id);
  };
  const productOf = async (order: string) => {
    const { rows } = await sales.pool.query<{ id: string }>(
      "select product_id id from order_items where order_id = $1",
      [order],
    );
    return rows[0]?.id;
  };

  it("is counted in units of paid orders, each once, also by two instances, and of a product that was a draft", async () => {
    const few = await productOf(await makeOrder(sales.db, { qty: 1, stepsDone: 1 }));
    const many = await productOf(await makeOrder(sales.db, { qty: 3, stepsDone: 2 }));
    await makeOrder(sales.db, { qty: 9 });
    expect(await best()).not.toEqual([many, few]);
    const [counted = 0, other = 0] = await Promise.all([countSales(sales.db), countSales(sales.db)]);
    expect(counted + other).toBe(2);
    expect(await countSales(sales.db)).toBe(0);
    expect(await best()).toEqual([many, few]);
    await sales.pool.query("update products set published_at = null where id = $1", [many]);
    await sales.pool.query("update products set published_at = now() where id = $1", [many]);
    expect(await best()).toEqual([many, few]);
  });
});
