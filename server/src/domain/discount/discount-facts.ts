import type { DiscountRule } from "@shop/shared/discount/discount-rule";
import type { DiscountableProduct } from "@shop/shared/discount/offer-discounts";
import { eq, inArray, sql } from "drizzle-orm";
import { type Db, preparedSql } from "../../db/client.ts";
import { customerTags } from "../../db/schema/customer-service.ts";
import { earlierOrders } from "../../db/schema/earlier-orders.ts";
import { orders } from "../../db/schema/orders.ts";
import { productVariants } from "../../db/schema/product-groups.ts";
import { productTrade } from "../../db/schema/product-trade.ts";
import { products } from "../../db/schema/products.ts";
import { categories } from "../../db/schema/terms.ts";
import { optionLines } from "../catalog/product-group/group-columns.ts";
import { productSearch } from "../catalog/search/product-search.ts";
import { type DiscountCustomer, type KnownDiscount, sameCustomer } from "./discount-reader.ts";

/** What of a customer decides which rules hold. */
export type CustomerFacts = { isFirstOrder: boolean; customerTags: string[] };

/** What of a product decides which rules are for it, and what one unit costs the shop in cents; null if nobody knows. */
export type ProductFacts = { product: DiscountableProduct; costCents: number | null };

type CustomerRow = { isFirstOrder: boolean; tags: string[] };

const customerFacts = preparedSql<CustomerRow>(
  "customer_discount_facts",
  sql`
    select not exists (
        select from ${orders} o where o.user_id in ${sameCustomer} and (o.paid_at is not null or o.is_stock_held)
      ) and not exists (select from ${earlierOrders} e where e.user_id in ${sameCustomer}) as "isFirstOrder",
      array(select t.tag from ${customerTags} t where t.user_id = ${sql.placeholder("userId")}::uuid) as tags`,
);

/**
 * What the rules ask of a customer, as far as they ask. Somebody who is not known yet may buy for the first time, and has no
 * tags.
 */
export async function readCustomerFacts(
  db: Db,
  customer: DiscountCustomer,
  discounts: readonly KnownDiscount[],
): Promise<CustomerFacts> {
  const asksFor = discounts.some(
    ({ rule: { conditions } }) => conditions.isFirstOrder || conditions.customerTags.length > 0,
  );
  if (!asksFor || customer === null) return { isFirstOrder: true, customerTags: [] };
  const { rows } = await customerFacts(db).execute({ userId: customer.id, email: customer.email });
  return { isFirstOrder: rows[0]?.isFirstOrder ?? true, customerTags: rows[0]?.tags ?? [] };
}

/** What the rules ask of products, by the product's id. */
export async function readProductFacts(
  db: Db,
  ids: readonly string[],
  discounts: readonly { rule: Pick<DiscountRule, "goods"> }[],
): Promise<Map<string, ProductFacts>> {
  const collectionIds = [...new Set(discounts.flatMap(({ rule }) => rule.goods.collections))];
  const rows = await db
    .select({
      id: products.id,
      brand: products.brandId,
      category: products.categoryId,
      above: sql<string[]>`array_remove(array[${categories.parentId}, (
        select top.parent_id from ${categories} top where top.id = ${categories.parentId}
      )], null)`,
      options: optionLines,
      costCents: productTrade.costCents,
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productTrade, eq(productTrade.productId, products.id))
    .leftJoin(productVariants, eq(productVariants.productId, products.id))
    .where(inArray(products.id, [...ids]));
  const collectionsOf = await productSearch.findCollectionsOf(db, ids, collectionIds);
  return new Map(
    rows.map(({ id, brand, category, above, options, costCents }) => {
      const own = options === "" ? [] : options.split("\n");
      const product = {
        id,
        brand: brand ?? "",
        categories: category === null ? above : [category, ...above],
        collections: collectionsOf.get(id) ?? [],
        options: own,
      };
      return [id, { product, costCents }];
    }),
  );
}
