import { creditAccountKinds, shopCreditAccounts } from "@shop/shared/credit/credit";
import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { cents, createdAt, id } from "./columns.ts";

const ofShop = sql.raw(shopCreditAccounts.map((kind) => `'${kind}'`).join(", "));

/**
 * The accounts of store credit. A holder's balance is what its transfers come to, and is locked by whoever spends of it. What
 * accounts of the shop come to is only ever summed, so that no row is waited for by all.
 */
export const creditAccounts = pgTable(
  "credit_accounts",
  {
    id: id(),
    kind: text({ enum: creditAccountKinds }).notNull(),
    /** Whose it is; null for gift cards, which are whoever's the code is, and for the shop's own. */
    userId: uuid().references(() => users.id),
    balanceCents: cents().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("credit_accounts_of_user").on(table.userId).where(sql`${table.userId} is not null`),
    uniqueIndex("credit_accounts_of_shop").on(table.kind).where(sql`${table.kind} in (${ofShop})`),
    // What the shop owes in all.
    index("credit_accounts_with_balance")
      .on(table.kind, table.balanceCents, table.id)
      .where(sql`${table.balanceCents} > 0`),
    check("credit_accounts_of_somebody", sql`(${table.kind} = 'customer') = (${table.userId} is not null)`),
    check("credit_accounts_not_overdrawn", sql`${table.balanceCents} >= 0`),
    check("credit_accounts_shop_summed", sql`${table.kind} not in (${ofShop}) or ${table.balanceCents} = 0`),
  ],
);
