import type { CreditEntry, CustomerCredit } from "@shop/shared/credit/credit-schema";
import { toWire } from "@shop/shared/money";
import { isId } from "@shop/shared/query";
import { desc, eq, or } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { creditAccounts } from "../../db/schema/credit-accounts.ts";
import { creditTransfers } from "../../db/schema/credit-transfers.ts";
import { giftCards } from "../../db/schema/gift-cards.ts";
import type { Admin, User } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";
import { transferCredit } from "./transfer.ts";

/** How many entries are shown. */
const entriesMax = 50;

/** The account of a customer's credit, which is opened with the first credit. Locked until the transaction ends. */
export async function openCreditAccount(tx: Db, userId: string): Promise<string> {
  await tx.insert(creditAccounts).values({ id: uuidv7(), kind: "customer", userId }).onConflictDoNothing();
  const [account] = await tx
    .select({ id: creditAccounts.id })
    .from(creditAccounts)
    .where(eq(creditAccounts.userId, userId))
    .for("update");
  if (account === undefined) throw new Error("the account of the credit was not opened");
  return account.id;
}

/** The account of a customer's credit; `undefined` if there never was any. */
export async function findCreditAccount(
  db: Db,
  userId: string,
): Promise<{ id: string; balanceCents: number } | undefined> {
  const [account] = await db
    .select({ id: creditAccounts.id, balanceCents: creditAccounts.balanceCents })
    .from(creditAccounts)
    .where(eq(creditAccounts.userId, userId));
  return account;
}

/** The caller's own credit. */
export async function readOwnCredit(db: Db, user: User): Promise<CustomerCredit> {
  return readCreditOf(db, user.id);
}

/** What the caller can pay with before money, in wire format: credit, and gift cards where the shop has sold any. */
export async function readCreditToUse(db: Db, user: User): Promise<{ balance: number; takesGiftCards: boolean }> {
  const [account, cards] = await Promise.all([
    findCreditAccount(db, user.id),
    db.select({ id: giftCards.id }).from(giftCards).limit(1),
  ]);
  return { balance: toWire(account?.balanceCents ?? 0), takesGiftCards: cards.length > 0 };
}

/** A customer's credit. Throws NOT_FOUND for an unknown customer. */
export async function readCustomerCredit(
  db: Db,
  _admin: Admin<"customers.read">,
  userId: string,
): Promise<CustomerCredit> {
  if (!isId(userId) || (await db.$count(users, eq(users.id, userId))) === 0) throw notFound("User");
  return readCreditOf(db, userId);
}

async function readCreditOf(db: Db, userId: string): Promise<CustomerCredit> {
  const account = await findCreditAccount(db, userId);
  if (account === undefined) return { balance: 0, entries: [] };
  const { id, balanceCents } = account;
  const rows = await db
    .select()
    .from(creditTransfers)
    .where(or(eq(creditTransfers.fromId, id), eq(creditTransfers.toId, id)))
    .orderBy(desc(creditTransfers.createdAt), desc(creditTransfers.id))
    .limit(entriesMax);
  const entries = rows.map(({ id: _id, act, amountCents, toId, createdAt, orderId: order, reason }): CreditEntry => {
    const amount = toWire(toId === id ? amountCents : -amountCents);
    return { _id, act, amount, at: createdAt.toISOString(), order, reason };
  });
  return { balance: toWire(balanceCents), entries };
}

/** Ends the credit of an account that is deleted. */
export async function endCreditOf(tx: Db, userId: string): Promise<void> {
  const account = await findCreditAccount(tx, userId);
  if (account === undefined || account.balanceCents === 0) return;
  const { id, balanceCents: amountCents } = account;
  await transferCredit(tx, { act: "account deleted", from: { holder: id }, to: "ended", amountCents });
}
