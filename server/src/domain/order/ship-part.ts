import { stepRefusal } from "@shop/shared/order/fulfilment";
import type { Order } from "@shop/shared/order/order";
import type { AddParcel, NewParcel } from "@shop/shared/order/parcel";
import type { Db } from "../../db/client.ts";
import { type Editor, keyIdOf } from "../base/actor.ts";
import { DomainError, retryingConflicts } from "../base/errors.ts";
import { writeOrderMails } from "../outbox/write-mails.ts";
import { advance } from "./advance.ts";
import { recordEvent } from "./history.ts";
import { lockOrder } from "./hold.ts";
import { readUnsent } from "./parcel-items.ts";
import { addToShipped, correctionMs, insertParcels } from "./parcels.ts";
import { readOrder, requireOrder } from "./read.ts";

/**
 * Adds a parcel to an order and returns the order. A parcel that the order has already is not added again. Of an order
 * that is processed, the parcel has to say what is in it; the order is shipped with the parcel that has the last of its
 * units. Throws NOT_FOUND, VALIDATION for units that are not left to be sent, ILLEGAL_TRANSITION with the reason while
 * nothing can be shipped, and IN_USE if another carrier has the number.
 */
export async function addParcel(
  db: Db,
  admin: Editor<"orders.fulfil">,
  orderId: string,
  { notifyCustomer, ...parcel }: AddParcel,
): Promise<Order> {
  await requireOrder(db, admin, orderId);
  return retryingConflicts(() =>
    db.transaction(async (tx) => {
      const { shippedAt } = await lockOrder(tx, orderId);
      const sent = { orderId, parcel, notifyCustomer };
      if (shippedAt !== null) await addToShipped(tx, admin, { orderId, parcels: [parcel], notifyCustomer });
      else await shipPart(tx, admin, sent);
      return readOrder(tx, admin, orderId);
    }),
  );
}

type SentPart = { orderId: string; parcel: NewParcel; notifyCustomer: boolean };

async function shipPart(
  tx: Db,
  admin: Editor<"orders.fulfil">,
  { orderId, parcel, notifyCustomer }: SentPart,
): Promise<void> {
  refuse(stepRefusal(await readOrder(tx, admin, orderId), "shipped"));
  if (parcel.items === undefined)
    refuse("Mark the order as shipped first, or say which of its items are in the parcel");
  const [added] = await insertParcels(tx, admin, orderId, [parcel]);
  if (added === undefined) return;
  if ((await readUnsent(tx, orderId)).length === 0) {
    const [result] = await advance(tx, admin, { ids: [orderId], to: "shipped", notifyCustomer });
    if (result?.outcome === "refused") refuse(result.reason);
    return;
  }
  await recordEvent(tx, { orderId, act: "part shipped", by: admin.id, apiKeyId: keyIdOf(admin) });
  if (!notifyCustomer) return;
  const { trackingNumber } = added;
  await writeOrderMails(tx, {
    kind: "order part shipped",
    orderIds: [orderId],
    data: { trackingNumber },
    delayMs: correctionMs,
    once: `${orderId} ${trackingNumber}`,
  });
}

function refuse(reason: string | null): void {
  if (reason !== null) throw new DomainError("ILLEGAL_TRANSITION", reason);
}
