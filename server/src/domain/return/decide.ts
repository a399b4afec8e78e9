import type { DecideReturn, NameReturned, OrderReturns, ReceiveReturn, ReturnState } from "@shop/shared/order/return";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orderReturnItems, orderReturns } from "../../db/schema/returns.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, retryingConflicts } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import { lockOrder } from "../order/hold.ts";
import { closeMatters } from "../order/matters.ts";
import { readOrder } from "../order/read.ts";
import { writeOrderMails } from "../outbox/write-mails.ts";
import { type ReturnDeps, readReturns, requireReturn } from "./read.ts";
import { refuseUnits, sendBackRefusal } from "./returnable.ts";

type Found = Awaited<ReturnType<typeof requireReturn>>;

/**
 * Accepts a return, with words about the way back, or refuses it, also after the goods have arrived. The customer gets a
 * mail. Repeating a decision changes nothing. Throws NOT_FOUND, and ILLEGAL_TRANSITION for one that does not follow.
 */
export async function decideReturn(
  deps: ReturnDeps,
  admin: Admin<"orders.refund">,
  id: string,
  { to, words }: DecideReturn,
): Promise<OrderReturns> {
  const possible: readonly ReturnState[] = to === "accepted" ? ["requested"] : ["requested", "accepted", "received"];
  return changeReturn(deps, admin, { id, to, possible }, async (tx, { orderId }) => {
    if (to === "accepted" && (await tx.$count(orderReturnItems, eq(orderReturnItems.returnId, id))) === 0) {
      throw new DomainError("ILLEGAL_TRANSITION", "Name first what the customer sends back");
    }
    const decided = { state: to, words, decidedAt: new Date(), decidedBy: admin.id };
    await tx.update(orderReturns).set(decided).where(eq(orderReturns.id, id));
    if (to === "refused") {
      await closeMatters(tx, { orderId, kinds: ["return"], reference: id }, "The return was refused");
    }
    await writeOrderMails(tx, {
      kind: "return decided",
      orderIds: [orderId],
      once: `${id} ${to}`,
      data: { returnId: id, to, words },
    });
  });
}

/**
 * Names the units that a customer means who withdrew from a part of an order in words, in place of those that were named
 * before. Throws VALIDATION for units that the order does not have left, NOT_FOUND, and ILLEGAL_TRANSITION for any other
 * return and where nothing can be sent back.
 */
export async function nameReturned(
  deps: ReturnDeps,
  admin: Admin<"orders.refund">,
  id: string,
  { lines }: NameReturned,
): Promise<OrderReturns> {
  const change = { id, to: "requested", possible: ["requested"] } as const;
  return changeReturn(deps, admin, change, async (tx, { orderId, declaration }) => {
    if (declaration === null) throw new DomainError("ILLEGAL_TRANSITION", "The customer has named what comes back");
    const refusal = sendBackRefusal(await readOrder(tx, admin, orderId));
    if (refusal !== null) throw new DomainError("ILLEGAL_TRANSITION", refusal);
    await tx.delete(orderReturnItems).where(eq(orderReturnItems.returnId, id));
    await refuseUnits(tx, orderId, lines);
    await tx
      .insert(orderReturnItems)
      .values(lines.map(({ product, qty }) => ({ returnId: id, productId: product, qty, reason: "" })));
  });
}

/**
 * Notes what of a return has arrived, in which condition, and what goes back into the stock with its refund. Throws
 * VALIDATION for units that were not to come, NOT_FOUND and ILLEGAL_TRANSITION.
 */
export async function receiveReturn(
  deps: ReturnDeps,
  admin: Admin<"orders.refund">,
  id: string,
  { lines }: ReceiveReturn,
): Promise<OrderReturns> {
  // Once more where what was noted was wrong, as long as nothing is refunded.
  const change = { id, to: "received", possible: ["accepted", "received"] } as const;
  return changeReturn(deps, admin, change, async (tx) => {
    const expected = await tx.select().from(orderReturnItems).where(eq(orderReturnItems.returnId, id));
    for (const { productId, qty } of expected) {
      const arrived = lines.find(({ product }) => product === productId);
      if (arrived !== undefined && arrived.qty > qty) throw tooMany(lines.indexOf(arrived), qty);
      const isOfLine = and(eq(orderReturnItems.returnId, id), eq(orderReturnItems.productId, productId));
      const values = {
        receivedQty: arrived?.qty ?? 0,
        condition: arrived?.condition,
        isRestocked: arrived?.isRestocked,
      };
      await tx.update(orderReturnItems).set(values).where(isOfLine);
    }
    const received = { state: "received" as const, receivedAt: new Date(), receivedBy: admin.id };
    await tx.update(orderReturns).set(received).where(eq(orderReturns.id, id));
  });
}

type Change = { id: string; to: ReturnState; possible: readonly ReturnState[] };

/** A change of a return in a transaction that has locked its order. */
async function changeReturn(
  deps: ReturnDeps,
  admin: Admin<"orders.refund">,
  { id, to, possible }: Change,
  change: (tx: Db, found: Found) => Promise<void>,
): Promise<OrderReturns> {
  const { orderId } = await requireReturn(deps.db, id);
  await retryingConflicts(() =>
    deps.db.transaction(async (tx) => {
      const { customerName } = await lockOrder(tx, orderId);
      const found = await requireReturn(tx, id);
      // What was noted wrongly can be noted once more.
      const isRepeat = found.state === to && to !== "received" && to !== "requested";
      if (isRepeat) return;
      if (!possible.includes(found.state)) {
        throw new DomainError("ILLEGAL_TRANSITION", `This return is ${found.state} already`);
      }
      await change(tx, found);
      const changes = { return: [found.state, to] as [string, string] };
      await recordAct(tx, admin, {
        act: "updated",
        entity: "order",
        entityId: orderId,
        subject: customerName,
        changes,
      });
    }),
  );
  return readReturns(deps, admin, orderId);
}

function tooMany(line: number, qty: number): DomainError {
  const message = `At most ${qty} were to come back`;
  return new DomainError("VALIDATION", message, { errors: [{ path: `lines.${line}.qty`, message }] });
}
