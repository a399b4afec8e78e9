import { eq } from "drizzle-orm";
import type { Db } from "../../../db/client.ts";
import { payments, refunds } from "../../../db/schema/payments.ts";
import type { PaymentRow } from "../read.ts";

/** The payment that the money of an exchange was first taken by: it is refunded there. Any other payment is its own. */
export async function findSource(db: Db, payment: PaymentRow): Promise<PaymentRow> {
  let source = payment;
  while (source.fromRefundId !== null) {
    const [before] = await db
      .select({ payment: payments })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(eq(refunds.id, source.fromRefundId));
    if (before === undefined) throw new Error("the refund of an exchange has no payment");
    source = before.payment;
  }
  return source;
}
