import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { productFacets } from "../../db/schema/product-facets.ts";
import { productOptions, productVariants } from "../../db/schema/product-groups.ts";
import { productAttributes, products } from "../../db/schema/products.ts";
import { productSearch } from "../../db/schema/search.ts";
import { categories } from "../../db/schema/terms.ts";

/** So many products of the same category are compared, on each side of a product's price. */
const nearMax = 30;
/** Where a category has fewer products than are wanted, so many others of its branch are asked for some. */
const branch = { categoriesMax: 10, nearMax: 6 };

/** What makes a product related to another one. Each share and nearness is between 0 and 1. */
const weights = {
  isSameCategory: 3,
  /** Both names name the same, such as "lamp". */
  isSameKind: 2,
  /** Of the product's facts and options: those that the other one has as well, and those with a value in common. */
  factNames: 1.5,
  factValues: 1.5,
  /** Of the price: nothing from `priceTimes` times the price, or that part of it. */
  price: 1,
};
const priceTimes = 4;

type Near = { product_id: string; other_id: string; is_same: boolean; own_cents: number; other_cents: number };

/** The values of each fact or option of a product. Without a value where only its name is compared. */
type Facts = ReadonlyMap<string, ReadonlySet<string | null>>;

const noFacts: Facts = new Map();

/** A fact whose values are what the product's name names. */
const kind = "";

/**
 * Finds what is related to some products by category, name, facts, options and price, the most related first and one for each
 * group. Of a product that nobody can see, nothing.
 */
export async function findRelated(db: Db, ids: readonly string[], limit: number): Promise<Map<string, string[]>> {
  const near = await readNear(db, ids, limit);
  const facts = await readFacts(db, [...new Set(near.flatMap((pair) => [pair.product_id, pair.other_id]))]);
  const factsOf = (id: string) => facts.get(id) ?? noFacts;
  return new Map(
    [...byProduct(near)].map(([id, pairs]) => {
      const rarity = rarityOf(pairs.map((pair) => factsOf(pair.other_id)));
      const scored = pairs.map((pair) => ({
        id: pair.other_id,
        score: scoreOf(pair, { own: factsOf(id), other: factsOf(pair.other_id), rarity }),
        distance: Math.abs(pair.other_cents - pair.own_cents),
      }));
      scored.sort((a, b) => b.score - a.score || a.distance - b.distance || (a.id < b.id ? -1 : 1));
      return [id, scored.slice(0, limit).map((other) => other.id)];
    }),
  );
}

function byProduct(near: readonly Near[]): Map<string, Near[]> {
  const pairs = new Map<string, Near[]>();
  for (const pair of near) {
    const own = pairs.get(pair.product_id);
    if (own === undefined) pairs.set(pair.product_id, [pair]);
    else own.push(pair);
  }
  return pairs;
}

/** How rare a fact is among some products: 1 where none has it, 0 where all have. One that all have says nothing. */
type Rarity = (name: string) => number;

function rarityOf(all: readonly Facts[]): Rarity {
  const counts = new Map<string, number>();
  for (const facts of all) for (const name of facts.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (name) => 1 - (counts.get(name) ?? 0) / Math.max(1, all.length);
}

function scoreOf(pair: Near, { own, other, rarity }: { own: Facts; other: Facts; rarity: Rarity }): number {
  const names = [...own.keys()].filter((name) => name !== kind);
  const total = names.reduce((sum, name) => sum + rarity(name), 0);
  const isCommon = (name: string) =>
    [...(own.get(name) ?? [])].some((value) => value !== null && other.get(name)?.has(value) === true);
  const shared = names.filter((name) => other.has(name)).reduce((sum, name) => sum + rarity(name), 0);
  return (
    Number(pair.is_same) * weights.isSameCategory +
    Number(isCommon(kind)) * weights.isSameKind +
    shareOf(shared, total) * weights.factNames +
    shareOf(names.filter(isCommon).length, names.length) * weights.factValues +
    nearnessOf(pair.own_cents, pair.other_cents) * weights.price
  );
}

const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

function nearnessOf(ownCents: number, otherCents: number): number {
  const times = Math.max(1, otherCents) / Math.max(1, ownCents);
  return Math.max(0, 1 - Math.abs(Math.log(times)) / Math.log(priceTimes));
}

const isVisibleEntry = sql`p.published_at is not null and p.deleted_at is null
  and exists (select from ${productFacets} f where f.product_id = p.id and f.place = 0)`;

/** The products of a category that are nearest to the price of a product `b`. */
function nearest(category: SQL, limit: number): SQL {
  const side = (operator: SQL, direction: SQL) => sql`(
    select p.id, p.category_id, p.price_cents from ${products} p
    where p.category_id = ${category} and (p.price_cents, p.id) ${operator} (b.price_cents, b.id) and ${isVisibleEntry}
    order by p.price_cents ${direction}, p.id ${direction} limit ${limit}
  )`;
  return sql`${side(sql`>`, sql`asc`)} union all ${side(sql`<`, sql`desc`)}`;
}

/** Pairs of some products and of what may be related to them, each found with an index. */
async function readNear(db: Db, ids: readonly string[], limit: number): Promise<Near[]> {
  const branchOf = sql`
    select c.id from ${categories} c
    where c.id <> b.category_id and (c.parent_id = b.category_id or c.id = b.parent_id or c.parent_id = b.parent_id)
    order by c.id limit ${branch.categoriesMax}`;
  const entries = sql`
    select from ${products} p where p.category_id = b.category_id and ${isVisibleEntry} limit ${limit + 1}`;
  const { rows } = await db.execute<Near>(sql`
    select b.id as product_id, near.id as other_id, near.category_id = b.category_id as is_same, b.price_cents as own_cents,
      near.price_cents as other_cents
    from (
      select p.id, p.category_id, c.parent_id, p.price_cents from ${products} p join ${categories} c on c.id = p.category_id
      where p.id = any(${sql.param(ids)}::uuid[]) and p.published_at is not null and p.deleted_at is null
    ) b cross join lateral (
      ${nearest(sql`b.category_id`, nearMax)}
      union all
      select of_branch.* from (${branchOf}) as within cross join lateral (
        ${nearest(sql`within.id`, branch.nearMax)}
      ) as of_branch
      where (select count(*) from (${entries}) as own) <= ${limit}
    ) as near`);
  return rows;
}

async function readFacts(db: Db, ids: readonly string[]): Promise<Map<string, Facts>> {
  const isWanted = sql`product_id = any(${sql.param(ids)}::uuid[])`;
  const { rows } = await db.execute<{ product_id: string; name: string; label: string | null }>(sql`
    select product_id, name, label from ${productAttributes} where ${isWanted}
    union all
    select v.product_id, o.name, null from ${productVariants} v join ${productOptions} o on o.group_id = v.group_id
      where v.${isWanted}
    union all
    select product_id, ${kind}, lexeme from ${productSearch}
      cross join lateral unnest(tsvector_to_array(lexemes)) as lexeme where ${isWanted} and lexeme like 'H%'`);
  const facts = new Map<string, Map<string, Set<string | null>>>();
  for (const { product_id, name, label } of rows) {
    const own = facts.get(product_id) ?? new Map<string, Set<string | null>>();
    facts.set(product_id, own.set(name, (own.get(name) ?? new Set()).add(label)));
  }
  return facts;
}
