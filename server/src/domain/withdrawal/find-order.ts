import { and, desc, eq, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { orders } from "../../db/schema/orders.ts";

/** The newest order with this number whose customer has, or had then, this e-mail. */
export async function findDeclaredOrder(
  tx: Db,
  { orderNumber, email }: { orderNumber: string; email: string },
): Promise<{ id: string; userId: string } | undefined> {
  const isOfEmail = or(
    sql`lower(${orders.customerEmail}) = ${email}`,
    eq(users.email, email),
    eq(users.previousEmail, email),
  );
  const [order] = await tx
    .select({ id: orders.id, userId: orders.userId })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    // As the index of the ends of ids has it. A number has no letters with a meaning in patterns.
    .where(and(sql`reverse(${orders.id}::text) like reverse(${orderNumber}) || '%'`, isOfEmail))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);
  return order;
}
