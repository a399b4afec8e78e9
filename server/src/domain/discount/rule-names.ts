import type { DiscountDetail, DiscountNames } from "@shop/shared/discount/discount-schema";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../db/client.ts";
import { collections } from "../../db/schema/collections.ts";
import { discountRules, discountRuleVersions } from "../../db/schema/discounts.ts";
import { products } from "../../db/schema/products.ts";
import { brands, categories } from "../../db/schema/terms.ts";
import type { Admin } from "../base/actor.ts";
import { fullNameColumn } from "../catalog/product-group/group-columns.ts";
import { isVisible } from "../catalog/visible.ts";

/** The names of what a rule is for, and of the rules that it may be combined with. */
export async function readRuleNames(
  db: Db,
  _admin: Admin<"products.read">,
  { goods, combinesWith }: Pick<DiscountDetail, "goods" | "combinesWith">,
): Promise<DiscountNames> {
  return {
    products: await productsOf(db, goods.products),
    collections: await namesOf(db, collections, goods.collections),
    categories: await namesOf(db, categories, goods.categories),
    brands: await namesOf(db, brands, goods.brands),
    combinesWith: await rulesOf(db, combinesWith),
  };
}

type Named = PgTable & { id: PgColumn; name: PgColumn };

function namesOf(db: Db, table: Named, ids: readonly string[]): Promise<{ _id: string; name: string }[]> {
  const [_id, name] = [sql<string>`${table.id}`, sql<string>`${table.name}`];
  return db
    .select({ _id, name })
    .from(table)
    .where(inArray(table.id, [...ids]))
    .orderBy(asc(table.name));
}

function productsOf(db: Db, ids: readonly string[]): Promise<DiscountNames["products"]> {
  return db
    .select({ _id: products.id, name: fullNameColumn, image: products.image, isShown: sql<boolean>`${isVisible}` })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.name), asc(products.id));
}

function rulesOf(db: Db, ids: readonly string[]): Promise<DiscountNames["combinesWith"]> {
  const name = sql<string>`${discountRuleVersions.terms}->>'name'`;
  return db
    .select({ _id: discountRules.id, name })
    .from(discountRules)
    .innerJoin(
      discountRuleVersions,
      and(eq(discountRuleVersions.ruleId, discountRules.id), eq(discountRuleVersions.version, discountRules.version)),
    )
    .where(inArray(discountRules.id, [...ids]))
    .orderBy(name);
}
