import { index, pgTable, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt } from "./columns.ts";
import { orders } from "./orders.ts";
import { orderReturns } from "./returns.ts";

/** Orders that were sent in exchange for goods of another one. */
export const orderExchanges = pgTable(
  "order_exchanges",
  {
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id),
    /** The order whose goods came back, or were not sent. */
    ofOrderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** The return with which they came back; null for goods that were not sent. */
    returnId: uuid().references(() => orderReturns.id),
    madeBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [index("order_exchanges_of_order").on(table.ofOrderId)],
);
