import { toWire } from "@shop/shared/money";
import { nextDecisions, type WithdrawalRecord, type Withdrawals } from "@shop/shared/order/withdrawal";
import { isId } from "@shop/shared/query";
import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { withdrawals } from "../../db/schema/customer-service.ts";
import { orders } from "../../db/schema/orders.ts";
import type { Admin } from "../base/actor.ts";
import { notFound } from "../base/errors.ts";

const withdrawalsInList = 200;

const isClosed = sql`${withdrawals.state} in ('refused', 'refunded')
  or (${withdrawals.state} = 'accepted' and ${orders.paidAt} is null)`;

/** The withdrawals, open ones first and each group newest first. */
export async function listWithdrawals(db: Db, _admin: Admin<"orders.read">): Promise<Withdrawals> {
  const newestFirst = [desc(withdrawals.declaredAt), desc(withdrawals.id)];
  const [rows, total] = await Promise.all([
    select(db)
      .orderBy(isClosed, ...newestFirst)
      .limit(withdrawalsInList),
    db.$count(withdrawals),
  ]);
  return { rows: rows.map(toRecord), total };
}

/** One withdrawal. Throws NOT_FOUND. */
export async function readWithdrawal(db: Db, _admin: Admin<"orders.read">, id: string): Promise<WithdrawalRecord> {
  if (!isId(id)) throw notFound("Withdrawal");
  const [row] = await select(db).where(eq(withdrawals.id, id));
  if (row === undefined) throw notFound("Withdrawal");
  return toRecord(row);
}

function select(db: Db) {
  return db
    .select({
      withdrawal: withdrawals,
      name: orders.customerName,
      email: orders.customerEmail,
      totalCents: orders.totalCents,
      paidAt: orders.paidAt,
      decidedBy: users.name,
    })
    .from(withdrawals)
    .innerJoin(orders, eq(orders.id, withdrawals.orderId))
    .leftJoin(users, eq(users.id, withdrawals.decidedBy))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof select>>[number];

function toRecord({ withdrawal, name, email, totalCents, paidAt, decidedBy }: Row): WithdrawalRecord {
  const { id, orderId, declaredAt, isLate, state, decidedAt, words } = withdrawal;
  return {
    _id: id,
    orderId,
    isLate,
    state,
    words,
    decidedBy,
    customer: { name, email },
    totalPrice: toWire(totalCents),
    declaredAt: declaredAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    next: nextDecisions(state, { isPaid: paidAt !== null }),
  };
}
