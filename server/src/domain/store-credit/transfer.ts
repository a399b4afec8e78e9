import type { CreditAct, ShopCreditAccount } from "@shop/shared/credit/credit";
import { and, eq, gte, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { creditAccounts } from "../../db/schema/credit-accounts.ts";
import { creditTransfers } from "../../db/schema/credit-transfers.ts";

/** A holder's account by its id, or one of the shop's own by its name. */
export type CreditSide = { holder: string } | ShopCreditAccount;

/** Credit that moves. Amounts in cents. */
export type CreditTransfer = {
  id?: string;
  act: CreditAct;
  from: CreditSide;
  to: CreditSide;
  amountCents: number;
  orderId?: string;
  paymentId?: string;
  refundId?: string;
  madeBy?: string;
  reason?: string;
};

/**
 * Moves credit between two accounts, of which a holder's is locked until the transaction ends: after orders and products,
 * before the rules of discounts. Returns whether it moved: not if the holder has less.
 */
export async function transferCredit(tx: Db, { from, to, ...transfer }: CreditTransfer): Promise<boolean> {
  const { amountCents } = transfer;
  if (typeof from !== "string" && !(await addToBalance(tx, from.holder, -amountCents))) return false;
  if (typeof to !== "string" && !(await addToBalance(tx, to.holder, amountCents))) throw new Error("no such account");
  await tx.insert(creditTransfers).values({ ...transfer, fromId: idOf(from), toId: idOf(to) });
  return true;
}

async function addToBalance(tx: Db, id: string, cents: number): Promise<boolean> {
  const changed = await tx
    .update(creditAccounts)
    .set({ balanceCents: sql`${creditAccounts.balanceCents} + ${cents}::bigint` })
    .where(and(eq(creditAccounts.id, id), gte(creditAccounts.balanceCents, -cents)))
    .returning({ id: creditAccounts.id });
  return changed.length > 0;
}

function idOf(side: CreditSide) {
  return typeof side === "string" ? sql`(select id from ${creditAccounts} where kind = ${side})` : side.holder;
}

/** Locks a holder's account until the transaction ends, and returns its balance in cents. */
export async function lockBalance(tx: Db, holder: string): Promise<number> {
  const [account] = await tx
    .select({ balanceCents: creditAccounts.balanceCents })
    .from(creditAccounts)
    .where(eq(creditAccounts.id, holder))
    .for("update");
  if (account === undefined) throw new Error("no such account");
  return account.balanceCents;
}

/** What the shop owes the holders of credit, in cents. */
export async function readLiabilities(db: Db): Promise<{ customersCents: number; giftCardsCents: number }> {
  const sumOf = (kind: "customer" | "gift card") =>
    sql<string>`coalesce(sum(${creditAccounts.balanceCents}) filter (where ${creditAccounts.kind} = ${kind}), 0)`.mapWith(
      Number,
    );
  const [row] = await db
    .select({ customersCents: sumOf("customer"), giftCardsCents: sumOf("gift card") })
    .from(creditAccounts)
    .where(sql`${creditAccounts.balanceCents} > 0`);
  return row ?? { customersCents: 0, giftCardsCents: 0 };
}
