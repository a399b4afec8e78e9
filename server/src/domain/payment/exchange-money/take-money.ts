import type { InvoiceTax } from "@shop/shared/order/invoice";
import { creditProviders } from "@shop/shared/order/payment";
import { apportion } from "@shop/shared/terms-of-sale/exact";
import { and, asc, eq, inArray, or } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { payments } from "../../../db/schema/payments.ts";
import { DomainError } from "../../base/errors.ts";
import { formatCents, refundableCents } from "../money.ts";
import type { PaymentRow } from "../read.ts";
import { refuseWhilePending } from "../refund.ts";

/** Cents of a payment, with the taxes within them where they are known. */
export type Money = { payment: PaymentRow; cents: number; taxes: InvoiceTax[] | null };

/**
 * Finds the payments of a locked order that an amount of cents can be taken from, the oldest first. Throws VALIDATION for
 * more than is left of them, and REFUND_PENDING while a refund of one is unanswered.
 */
export async function takeMoney(tx: Db, orderId: string, cents: number): Promise<Money[]> {
  const taken: Money[] = [];
  let left = cents;
  for (const payment of await listPaying(tx, orderId)) {
    const possible = Math.min(left, await refundableCents(tx, payment));
    if (possible === 0) continue;
    await refuseWhilePending(tx, payment);
    taken.push({ payment, cents: possible, taxes: null });
    left -= possible;
  }
  if (left === 0) return taken;
  const message = `At most ${formatCents(cents - left)} of this order can be exchanged or refunded`;
  throw new DomainError("VALIDATION", message, { errors: [{ path: "amount", message }] });
}

/** What can still be exchanged or refunded of the money that has paid an order, in cents. */
export async function readRefundable(db: Db, orderId: string): Promise<number> {
  let sum = 0;
  for (const payment of await listPaying(db, orderId)) sum += await refundableCents(db, payment);
  return sum;
}

/** The payments that have paid an order: money that came twice for it is none of its price. */
function listPaying(db: Db, orderId: string): Promise<PaymentRow[]> {
  const isPaying = or(payments.isSettling, inArray(payments.provider, creditProviders));
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), isPaying, inArray(payments.status, ["completed", "refunded"])))
    .orderBy(asc(payments.createdAt), asc(payments.id));
}

/**
 * Divides money in two: so many cents first, and what is left. The taxes within all of it, where they are known, are divided
 * with it.
 */
export function divideMoney(
  money: readonly Money[],
  cents: number,
  taxes: readonly InvoiceTax[] | null,
): { first: Money[]; rest: Money[] } {
  const [first, rest]: [Money[], Money[]] = [[], []];
  let wanted = cents;
  for (const { payment, cents: all } of money) {
    const taken = Math.min(all, wanted);
    wanted -= taken;
    if (taken > 0) first.push({ payment, cents: taken, taxes: null });
    if (taken < all) rest.push({ payment, cents: all - taken, taxes: null });
  }
  if (taxes === null) return { first, rest };
  const parts = divideTaxes(
    taxes,
    [...first, ...rest].map((part) => part.cents),
  );
  const taxed = [...first, ...rest].map((part, n) => ({ ...part, taxes: parts[n] ?? [] }));
  return { first: taxed.slice(0, first.length), rest: taxed.slice(first.length) };
}

function divideTaxes(taxes: readonly InvoiceTax[], amounts: readonly number[]): InvoiceTax[][] {
  const divided = taxes.map((tax) => ({
    tax,
    nets: apportion(tax.netCents, amounts),
    shares: apportion(tax.taxCents, amounts),
  }));
  return amounts.map((_amount, n) =>
    divided.map(({ tax, nets, shares }) => ({ ...tax, netCents: nets[n] ?? 0, taxCents: shares[n] ?? 0 })),
  );
}
