import type { Order } from "@shop/shared/order/order";
import type { AdvanceOrder, AdvanceOrders, AdvanceResult } from "@shop/shared/order/order-list";
import type { AddParcel } from "@shop/shared/order/parcel";
import { isId } from "@shop/shared/query";
import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { orders } from "../../db/schema/orders.ts";
import { payments } from "../../db/schema/payments.ts";
import type { Editor } from "../base/actor.ts";
import { connectedProviders } from "../base/connected-providers.ts";
import { type AdvancedOrder, advanceOrder, advanceOrders } from "../order/advance.ts";
import { addParcel } from "../order/ship-part.ts";
import { actDeadline, type PaymentDeps } from "./deps.ts";
import { readSoon, syncKnown } from "./reconcile.ts";

/** Payments that are read at the same time. */
const batchSize = 5;

/**
 * Like `advanceOrder`; before an order is shipped, its payment is read once more, so that an order whose
 * money was refunded at the provider is not shipped.
 */
export async function advancePaidOrder(
  deps: PaymentDeps,
  admin: Editor<"orders.fulfil">,
  input: { orderId: string } & AdvanceOrder,
): Promise<AdvancedOrder> {
  if (input.to === "shipped") await readBeforeShipping(deps, [input.orderId]);
  return advanceOrder(deps.db, admin, input);
}

/** Like `addParcel`; before a part of an order is sent, its payment is read once more as well. */
export async function addPaidParcel(
  deps: PaymentDeps,
  admin: Editor<"orders.fulfil">,
  orderId: string,
  parcel: AddParcel,
): Promise<Order> {
  await readBeforeShipping(deps, [orderId]);
  return addParcel(deps.db, admin, orderId, parcel);
}

/** Like `advanceOrders`, with the payments read as by `advancePaidOrder`, a few at a time. */
export async function advancePaidOrders(
  deps: PaymentDeps & { largeActs: Db },
  admin: Editor<"orders.fulfil">,
  input: AdvanceOrders,
): Promise<AdvanceResult[]> {
  if (input.to === "shipped") await readBeforeShipping(deps, input.ids);
  return advanceOrders(deps.largeActs, admin, input);
}

/**
 * Reads the settled payments of the orders that can be shipped. No transaction is open meanwhile, and all reads
 * share the time of one operation. What cannot be read delays no parcel: it is due for polling at once, and a refund
 * that is found then opens a matter.
 */
async function readBeforeShipping(deps: PaymentDeps, orderIds: readonly string[]): Promise<void> {
  const settled = await deps.db
    .select({ id: payments.id, orderId: payments.orderId, providerOrderId: payments.providerOrderId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        inArray(orders.id, orderIds.filter(isId)),
        ...[
          eq(payments.isSettling, true),
          inArray(payments.provider, connectedProviders(deps.payments)),
          isNotNull(orders.processedAt),
          isNull(orders.shippedAt),
        ],
      ),
    )
    .orderBy(asc(orders.id));
  const until = actDeadline(deps);
  for (let from = 0; from < settled.length; from += batchSize) {
    const batch = settled.slice(from, from + batchSize);
    const outcomes = await Promise.all(batch.map((payment) => syncKnown(deps, payment, until)));
    const isOut = outcomes.some(({ is }) => is === "unavailable") || performance.now() >= until;
    if (!isOut) continue;
    const unread = batch.filter((_payment, n) => outcomes[n]?.is === "unavailable");
    const left = [...unread, ...settled.slice(from + batchSize)];
    return readSoon(
      deps,
      left.map(({ id }) => id),
      0,
    );
  }
}
