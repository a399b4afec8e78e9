import type { OrderReturns, RequestReturn } from "@shop/shared/order/return";
import { and, eq, inArray } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { orderReturnItems, orderReturns } from "../../db/schema/returns.ts";
import { isReader, type User } from "../base/actor.ts";
import { DomainError, notFound, retryingConflicts } from "../base/errors.ts";
import { lockOrder } from "../order/hold.ts";
import { closeMatters, openMatter } from "../order/matters.ts";
import { readOrder } from "../order/read.ts";
import { writeOrderMails } from "../outbox/write-mails.ts";
import { type ReturnDeps, readReturns, requireReturn } from "./read.ts";
import { readReturnable, returnRefusal, sendBackRefusal } from "./returnable.ts";

/** How many returns an order can have that wait for the shop. */
const openMax = 20;

/**
 * Asks to send units of an order back: an open matter for administrators, and a mail to the customer. Throws
 * ILLEGAL_TRANSITION where nothing can be sent back, and VALIDATION for units that the order does not have left.
 */
export async function requestReturn(
  deps: ReturnDeps,
  user: User,
  orderId: string,
  { lines }: RequestReturn,
): Promise<OrderReturns> {
  await retryingConflicts(() =>
    deps.db.transaction(async (tx) => {
      const { id } = await lockOrder(tx, orderId);
      const order = await readOrder(tx, user, id);
      const { returns } = deps.settings.current;
      const isStaff = isReader(user, "orders.read");
      const refusal = isStaff ? sendBackRefusal(order) : returnRefusal(order, returns, new Date());
      if (refusal !== null) throw new DomainError("ILLEGAL_TRANSITION", refusal);
      await refuseTooMany(tx, id);
      await refuseUnits(tx, id, lines);
      const returnId = uuidv7();
      await tx.insert(orderReturns).values({ id: returnId, orderId: id, requestedBy: user.id });
      await tx
        .insert(orderReturnItems)
        .values(lines.map(({ product, qty, reason, words }) => ({ returnId, productId: product, qty, reason, words })));
      await openMatter(tx, { orderId: id, kind: "return", reference: returnId });
      await writeOrderMails(tx, { kind: "return received", orderIds: [id], once: returnId, data: { returnId } });
    }),
  );
  return readReturns(deps, user, orderId);
}

/** Takes a request for a return back, before anything has arrived. Throws NOT_FOUND and ILLEGAL_TRANSITION. Idempotent. */
export async function cancelReturn(deps: ReturnDeps, user: User, orderId: string, id: string): Promise<OrderReturns> {
  await retryingConflicts(() =>
    deps.db.transaction(async (tx) => {
      await lockOrder(tx, orderId);
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

async function refuseTooMany(tx: Db, orderId: string): Promise<void> {
  const isOpen = and(eq(orderReturns.orderId, orderId), inArray(orderReturns.state, ["requested", "accepted"]));
  if ((await tx.$count(orderReturns, isOpen)) < openMax) return;
  throw new DomainError("IN_USE", "This order has many open returns already. Please wait for our answer.");
}

async function refuseUnits(tx: Db, orderId: string, lines: RequestReturn["lines"]): Promise<void> {
  const left = new Map((await readReturnable(tx, orderId)).map(({ product, qty }) => [product, qty]));
  const errors = lines.flatMap(({ product, qty }, n) => {
    const possible = left.get(product) ?? 0;
    if (qty <= possible) return [];
    const message = possible === 0 ? "This comes back already" : `At most ${possible} can be sent back`;
    return [{ path: `lines.${n}.qty`, message }];
  });
  const [first] = errors;
  if (first !== undefined) throw new DomainError("VALIDATION", first.message, { errors });
}
