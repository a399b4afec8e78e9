import { editOrder, undoEdit } from "../../../src/domain/payment/edit/edit-order.ts";
import { findUndoable, readVersion } from "../../../src/domain/payment/edit/list-edits.ts";
import type { Instance, World } from "./world.ts";

/** What of a schedule edits need. */
type Walked = {
  random: () => number;
  pick: <Value>(values: readonly Value[]) => Value;
  instance: () => Instance;
  world: World;
  orders: readonly { id: string }[];
  productId: string;
};

const shippingAddress = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };

/** Administrators give an order another price, or undo that, perhaps two at once on either instance. */
export async function walkEdit(schedule: Walked): Promise<void> {
  const { id } = schedule.pick(schedule.orders);
  const times = schedule.random() < 0.4 ? 2 : 1;
  const results = await Promise.allSettled(Array.from({ length: times }, () => editOnce(schedule, id)));
  for (const each of results) if (each.status === "rejected") throw each.reason;
}

async function editOnce(schedule: Walked, id: string): Promise<unknown> {
  const { random, productId: product } = schedule;
  const { deps } = schedule.instance();
  const { admin } = schedule.world.accounts;
  const last = random() < 0.3 ? await findUndoable(deps.db, id) : undefined;
  if (last !== undefined) return undoEdit(deps, admin, id, last);
  const version = await readVersion(deps.db, id);
  return editOrder(deps, admin, id, {
    orderItems: [{ product, qty: 1, price: schedule.pick([9_00, 10_00]) }],
    shippingAddress,
    priceReason: "Walked",
    words: "",
    version,
  });
}
