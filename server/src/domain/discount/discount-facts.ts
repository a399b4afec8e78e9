import { sql } from "drizzle-orm";
import { type Db, preparedSql } from "../../db/client.ts";
import { customerTags } from "../../db/schema/customer-service.ts";
import { earlierOrders } from "../../db/schema/earlier-orders.ts";
import { orders } from "../../db/schema/orders.ts";
import { type DiscountCustomer, type KnownDiscount, sameCustomer } from "./discount-reader.ts";

/** What of a customer decides which rules hold. */
export type CustomerFacts = { isFirstOrder: boolean; customerTags: string[] };

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
