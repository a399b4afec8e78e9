import type { Order } from "@shop/shared/order/order";
import type { User } from "../../../src/domain/base/actor.ts";
import { DomainError } from "../../../src/domain/base/errors.ts";
import { beginExpress } from "../../../src/domain/payment/express/begin.ts";
import { readExpressPayer } from "../../../src/domain/payment/express/payer.ts";
import { payOrder } from "../../../src/domain/payment/pay.ts";
import { requirePayable } from "../../../src/domain/payment/read.ts";
import type { Decision, SimulatedProvider } from "./simulated-provider.ts";
import type { WalkedOrder } from "./walked-order.ts";
import type { Instance, World } from "./world.ts";

/** What of a schedule express checkouts need. */
type Walked = {
  random: () => number;
  pick: <Value>(values: readonly Value[]) => Value;
  instance: () => Instance;
  world: World;
  orders: readonly WalkedOrder[];
  productId: string;
  /** The ids of the checkouts at the provider. */
  checkouts: Set<string>;
  decisions: readonly Decision[];
  place: (customer: User, paymentMethod: "PayPal") => Promise<WalkedOrder | undefined>;
};

/**
 * A customer begins at the provider, comes back with the address, places an order and pays it by what was approved; perhaps
 * twice at once, with another key, or two orders by one checkout.
 */
export async function walkExpress(schedule: Walked): Promise<void> {
  const { world, random } = schedule;
  const provider = world.offered.find(({ checkout }) => checkout !== undefined);
  if (provider?.checkout === undefined) return;
  const orderItems = [{ productId: schedule.productId, qty: 1 }];
  const { approvalUrl } = await beginExpress(schedule.instance().deps, { orderItems }, address);
  const id = new URL(approvalUrl).searchParams.get("token") ?? "";
  const key = random() < 0.9 ? provider.checkout.keyOf(id) : crypto.randomUUID();
  schedule.checkouts.add(id);
  provider.decide(id, schedule.pick(schedule.decisions), random);
  if (random() < 0.5) await readExpressPayer(schedule.instance().deps, { id, key }, address).catch(ignoreRefusal);
  const customers = random() < 0.2 ? world.accounts.customers : [schedule.pick(world.accounts.customers)];
  const placed = await Promise.all(customers.map((customer) => schedule.place(customer, "PayPal")));
  const found = placed.filter((order) => order !== undefined);
  const reports = found.flatMap((order) => (random() < 0.25 ? [order, order] : [order]));
  const results = await Promise.allSettled(reports.map((order) => payExpress(schedule, order, { id, key })));
  adoptCheckouts(schedule, provider);
  for (const each of results) if (each.status === "rejected") ignoreRefusal(each.reason);
}

const address = "192.0.2.7";

async function payExpress(
  schedule: Walked,
  order: WalkedOrder,
  { id, key }: { id: string; key: string },
): Promise<Order> {
  const { deps } = schedule.instance();
  const row = await requirePayable(deps.db, order.customer, order.id);
  return payOrder(deps, order.customer, row, { id, expressKey: key });
}

/** Gives each checkout to the order that the provider names for it. */
export function adoptCheckouts(
  { checkouts, orders }: Pick<Walked, "checkouts" | "orders">,
  provider: SimulatedProvider,
) {
  for (const id of checkouts) {
    const order = orders.find((each) => each.id === provider.checkout?.nameOf(id));
    if (order !== undefined && !order.begun.some((begun) => begun.id === id)) {
      order.begun.push({ id, at: provider.now() });
    }
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}
