import { refundReturnSchema } from "@shop/shared/order/return";
import { uuidv7 } from "uuidv7";
import type { User } from "../../../src/domain/base/actor.ts";
import { advancePaidOrder } from "../../../src/domain/payment/advance.ts";
import { decideReturn, receiveReturn } from "../../../src/domain/return/decide.ts";
import { listReturns } from "../../../src/domain/return/read.ts";
import { refundReturn } from "../../../src/domain/return/refund.ts";
import { cancelReturn, requestReturn } from "../../../src/domain/return/request.ts";
import { wholeFrom } from "../random.ts";
import type { Instance, World } from "./world.ts";

const refundReason = "Walked return";

/** What of a schedule returns need. */
type Walked = {
  random: () => number;
  pick: <Value>(values: readonly Value[]) => Value;
  instance: () => Instance;
  world: World;
  orders: readonly { id: string; customer: User }[];
  productId: string;
};

/** An order is sent, and some steps of a return are taken by its customer and administrators, perhaps two at once. */
export async function walkReturn(schedule: Walked): Promise<void> {
  const order = schedule.pick(schedule.orders);
  const { random } = schedule;
  const { admin } = schedule.world.accounts;
  for (const to of ["confirmed", "processed", "shipped"] as const) {
    await advancePaidOrder(schedule.instance().deps, admin, { orderId: order.id, to });
  }
  do {
    const times = random() < 0.4 ? 2 : 1;
    const results = await Promise.allSettled(Array.from({ length: times }, () => takeStep(schedule, order)));
    for (const each of results) if (each.status === "rejected") throw each.reason;
  } while (random() < 0.8);
}

async function takeStep(schedule: Walked, { id: orderId, customer }: Walked["orders"][number]): Promise<unknown> {
  const { deps } = schedule.instance();
  const { random, productId: product } = schedule;
  const { admin } = schedule.world.accounts;
  const returns = await listReturns(deps, orderId);
  const open = returns.find(({ state }) => ["requested", "accepted", "received"].includes(state));
  if (open === undefined) {
    const lines = [{ product, qty: 1, reason: "Walked", words: "" }];
    const request = { lines, photos: [], isWithdrawal: random() < 0.3, wish: "" };
    return requestReturn(deps, random() < 0.5 ? customer : admin, orderId, request);
  }
  const { _id, state, due } = open;
  const luck = random();
  if (luck < 0.1) return decideReturn(deps, admin, _id, { to: "refused", words: "Walked" });
  if (luck < 0.2) return cancelReturn(deps, customer, orderId, _id);
  if (state === "requested") return decideReturn(deps, admin, _id, { to: "accepted", words: "" });
  if (state === "accepted") {
    const condition = schedule.pick(["as new", "damaged"] as const);
    const arrived = { product, qty: random() < 0.9 ? 1 : 0, condition, isRestocked: random() < 0.6 };
    return receiveReturn(deps, admin, _id, { lines: [arrived] });
  }
  // Of a part, a second refund would be possible as far as the money goes.
  const amount = random() < 0.4 && due > 0 ? due : wholeFrom(random, 1, 5_00) / 100;
  const input = refundReturnSchema.parse({ amount, reason: refundReason });
  const refund = () => refundReturn(deps, admin, _id, { ...input, key: uuidv7() });
  await refund();
  // Somebody whose page is older.
  return random() < 0.5 ? refund() : undefined;
}

type SeenReturns = { tooMany: number; twice: number; forgotten: number };

/** What returns have broken, as sentences. */
export async function judgeReturns(world: World, orderId: string): Promise<string[]> {
  const [seen] = await world.query<SeenReturns>(
    `select
      (select count(*)::int from order_items i where i.order_id = $1 and i.qty < (
        select coalesce(sum(coalesce(b.received_qty, b.qty)), 0)
        from order_return_items b join order_returns t on t.id = b.return_id
        where t.order_id = i.order_id and b.product_id = i.product_id and t.state not in ('refused', 'cancelled')
      )) as "tooMany",
      (select count(*)::int from refunds r where r.order_id = $1 and r.reason = $2 and r.status <> 'failed'
        and not exists (select from order_returns t where t.refund_id = r.id)) as twice,
      (select count(*)::int from order_matters m where m.order_id = $1 and m.kind = 'return' and m.resolved_at is null
        and not exists (select from order_returns t where t.id::text = m.reference
          and t.state in ('requested', 'accepted', 'received'))) as forgotten`,
    [orderId, refundReason],
  );
  return [
    ...(seen?.tooMany === 0 ? [] : ["more comes back than was bought"]),
    ...(seen?.twice === 0 ? [] : ["a return was refunded twice"]),
    ...(seen?.forgotten === 0 ? [] : ["a return that is over is still an issue"]),
  ];
}
