import { exchangeGoodsSchema } from "@shop/shared/order/exchange";
import { uuidv7 } from "uuidv7";
import type { User } from "../../../src/domain/base/actor.ts";
import { DomainError } from "../../../src/domain/base/errors.ts";
import { exchangeGoods } from "../../../src/domain/exchange/exchange-goods.ts";
import { readRefundable } from "../../../src/domain/payment/exchange-money/take-money.ts";
import { listReturns } from "../../../src/domain/return/read.ts";
import { wholeFrom } from "../random.ts";
import type { WalkedOrder } from "./walked-order.ts";
import type { Instance, World } from "./world.ts";

/** What of a schedule exchanges need. */
type Walked = {
  random: () => number;
  pick: <Value>(values: readonly Value[]) => Value;
  instance: () => Instance;
  world: World;
  orders: readonly WalkedOrder[];
  productId: string;
  addOrder: (id: string, customer: User) => WalkedOrder;
  payFor: (order: WalkedOrder) => Promise<void>;
  refund: (order: WalkedOrder) => Promise<void>;
  cancel: (order: WalkedOrder) => Promise<void>;
};

/**
 * An administrator exchanges the unit of an order, or of a return that has arrived, for one that costs more, less or as much;
 * perhaps two at once, or the same twice. Its customer pays or cancels what is sent, which can be exchanged again.
 */
export async function walkExchange(schedule: Walked): Promise<void> {
  const paid = await schedule.world.query<{ id: string }>(
    "select id from orders where id = any($1) and paid_at is not null",
    [schedule.orders.map((order) => order.id)],
  );
  const found = schedule.orders.filter((order) => paid.some(({ id }) => id === order.id));
  if (found.length === 0) return schedule.payFor(schedule.pick(schedule.orders));
  let order: WalkedOrder | undefined = schedule.pick(found);
  while (order !== undefined) {
    order = await exchangeOnce(schedule, order);
    if (order === undefined) return;
    const luck = schedule.random();
    if (luck < 0.5) await schedule.payFor(order).catch(ignoreRefusal);
    if (luck > 0.3 && luck < 0.6) await schedule.refund(order).catch(ignoreRefusal);
    if (luck > 0.55 && luck < 0.8) return schedule.cancel(order);
    if (schedule.random() < 0.5) return;
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}

async function exchangeOnce(schedule: Walked, { id, customer }: WalkedOrder): Promise<WalkedOrder | undefined> {
  const { random, productId: product } = schedule;
  const returns = await listReturns(schedule.instance().deps, id);
  const arrived = returns.find(({ state }) => state === "received");
  const refundable = await readRefundable(schedule.instance().deps.db, id);
  const asked = exchangeGoodsSchema.parse({
    ...(arrived === undefined ? { items: [{ product, qty: 1 }] } : { return: arrived._id }),
    orderItems: [{ product, qty: 1, price: schedule.pick([1, 8.69, 10, 20]) }],
    isDeliveryFree: random() < 0.7,
    amount: (random() < 0.5 ? Math.max(refundable, 1) : wholeFrom(random, 1, refundable + 5)) / 100,
    reason: "Walked exchange",
    priceReason: "Walked",
    paymentMethod: schedule.pick(schedule.world.offered).wayToPay,
  });
  const keys = random() < 0.3 ? [uuidv7(), uuidv7()] : [uuidv7()];
  if (random() < 0.2) keys.push(...keys);
  const exchange = async (key: string) => {
    const placed = await exchangeGoods(schedule.instance().deps, schedule.world.accounts.admin, id, { ...asked, key });
    return schedule.addOrder(placed._id, customer);
  };
  const results = await Promise.allSettled(keys.map(exchange));
  for (const each of results) if (each.status === "fulfilled") return each.value;
  for (const each of results) if (each.status === "rejected") throw each.reason;
  return undefined;
}

/** Orders that were sent in exchange, and are not known to the schedule because their process died before it answered. */
export async function findExchanged(world: World, ids: readonly string[]): Promise<{ id: string; of: string }[]> {
  return world.query<{ id: string; of: string }>(
    "select order_id as id, of_order_id as of from order_exchanges where of_order_id = any($1) order by created_at",
    [[...ids]],
  );
}
