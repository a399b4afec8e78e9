import type { OrderReturns, RefundReturn } from "@shop/shared/order/return";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderReturns } from "../../db/schema/returns.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError } from "../base/errors.ts";
import { closeMatters } from "../order/matters.ts";
import type { PaymentDeps } from "../payment/deps.ts";
import { refundPayment } from "../payment/refund.ts";
import { type ReturnDeps, readDues, readFitUnits, readReturns, requireReturn } from "./read.ts";

const refusals = {
  requested: "Accept the return first",
  accepted: "Note first what has arrived",
  refunded: "This return was refunded already",
  refused: "This return was refused",
  cancelled: "The customer keeps the goods",
} as const;

/**
 * Refunds a return whose goods have arrived, as `refundPayment` does, and puts into the stock what is fit for it. The return
 * is marked in the transaction that records the refund, so that it is refunded once. Throws as `refundPayment`, and
 * ILLEGAL_TRANSITION for a return that was not received, or was refunded.
 */
export async function refundReturn(
  deps: ReturnDeps & PaymentDeps,
  admin: Admin<"orders.refund">,
  id: string,
  { key, ...input }: RefundReturn & { key: string },
): Promise<OrderReturns> {
  const { orderId } = await requireReturn(deps.db, id);
  const fit = await readFitUnits(deps.db, id);
  const restock = fit.map(({ productId, qty }) => ({ product: productId, qty }));
  const check = async (tx: Db) => {
    const { state } = await requireReturn(tx, id);
    if (state !== "received") throw new DomainError("ILLEGAL_TRANSITION", refusals[state]);
    const due = (await readDues({ ...deps, db: tx }, orderId)).get(id);
    return due?.cents === input.amount ? due.taxes : null;
  };
  const write = async (tx: Db, refundId: string) => {
    await tx.update(orderReturns).set({ state: "refunded", refundId }).where(eq(orderReturns.id, id));
    await closeMatters(tx, { orderId, kinds: ["return"], reference: id }, "The return was refunded");
  };
  await refundPayment(deps, admin, { orderId, input: { ...input, restock }, key, within: { check, write } });
  return readReturns(deps, admin, orderId);
}
