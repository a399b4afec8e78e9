import type { OrderReturns, RequestReturn } from "@shop/shared/order/return";
import { eq } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { orderReturnItems, orderReturns } from "../../db/schema/returns.ts";
import { isReader, type User } from "../base/actor.ts";
import { DomainError, notFound, retryingConflicts } from "../base/errors.ts";
import { lockOrder } from "../order/hold.ts";
import { closeMatters, openMatter } from "../order/matters.ts";
import { readOrder, readOwnOrder } from "../order/read.ts";
import { writeOrderMails } from "../outbox/write-mails.ts";
import { addReturnPhotos } from "./photos.ts";
import { type ReturnDeps, readReturns, requireReturn } from "./read.ts";
import { hasManyOpen, refuseUnits, returnRefusal, sendBackRefusal } from "./returnable.ts";

/**
 * Asks to send units of an order back: an open matter for administrators, and a mail to the customer, which is the receipt
 * of a withdrawal. Administrators who may refund enter them for customers. Throws ILLEGAL_TRANSITION where nothing can be
 * sent back, VALIDATION for units that the order does not have left, and NOT_FOUND for the order of somebody else.
 */
export async function requestReturn(
  deps: ReturnDeps,
  user: User,
  orderId: string,
  { lines, photos, isWithdrawal, wish }: RequestReturn,
): Promise<OrderReturns> {
  await retryingConflicts(() =>
    deps.db.transaction(async (tx) => {
      const { id } = await lockOrder(tx, orderId);
      await refuseReturn(deps, tx, user, id);
      if (await hasManyOpen(tx, id)) {
        throw new DomainError("IN_USE", "This order has many open returns already. Please wait for our answer.");
      }
      await refuseUnits(tx, id, lines);
      const returnId = uuidv7();
      const asked = { isWithdrawal, wish: isWithdrawal ? "" : wish };
      await tx.insert(orderReturns).values({ id: returnId, orderId: id, requestedBy: user.id, ...asked });
      await tx
        .insert(orderReturnItems)
        .values(lines.map(({ product, qty, reason, words }) => ({ returnId, productId: product, qty, reason, words })));
      await addReturnPhotos(tx, user, returnId, photos);
      await openMatter(tx, { orderId: id, kind: "return", reference: returnId });
      await writeOrderMails(tx, { kind: "return received", orderIds: [id], once: returnId, data: { returnId } });
    }),
  );
  return readReturns(deps, user, orderId);
}

/** Customers are bound to the days that the shop gives, and whoever may refund is not. */
async function refuseReturn(deps: ReturnDeps, tx: Db, user: User, orderId: string): Promise<void> {
  const isStaff = isReader(user, "orders.refund");
  const order = isStaff ? await readOrder(tx, user, orderId) : await readOwnOrder(tx, user, orderId);
  const refusal = isStaff ? sendBackRefusal(order) : returnRefusal(order, deps.settings.current.returns, new Date());
  if (refusal !== null) throw new DomainError("ILLEGAL_TRANSITION", refusal);
}

/** Takes a request for a return back, before anything has arrived. Throws NOT_FOUND and ILLEGAL_TRANSITION. Idempotent. */
export async function cancelReturn(deps: ReturnDeps, user: User, orderId: string, id: string): Promise<OrderReturns> {
  await retryingConflicts(() =>
    deps.db.transaction(async (tx) => {
      await lockOrder(tx, orderId);
      if (!isReader(user, "orders.refund")) await readOwnOrder(tx, user, orderId);
      const found = await requireReturn(tx, id);
      if (found.orderId !== orderId) throw notFound("Return");
      if (found.state === "cancelled") return;
      if (found.state !== "requested" && found.state !== "accepted") {
        throw new DomainError("ILLEGAL_TRANSITION", `This return is ${found.state} already`);
      }
      await tx.update(orderReturns).set({ state: "cancelled" }).where(eq(orderReturns.id, id));
      await closeMatters(tx, { orderId, kinds: ["return"], reference: id }, "The customer keeps the goods");
    }),
  );
  return readReturns(deps, user, orderId);
}
