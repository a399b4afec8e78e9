import { type DemoCustomer, type DemoOrder, pastOrders } from "@shop/demo/orders/past-orders";
import { shopCurrency } from "@shop/shared/currency";
import { type Step, steps } from "@shop/shared/order/fulfilment";
import type { OrderAct } from "@shop/shared/order/order-history";
import { priceLines } from "@shop/shared/pricing";
import type { Db } from "../db/client.ts";
import { orderMatters } from "../db/schema/customer-service.ts";
import { orderEvents, orderItems, orders } from "../db/schema/orders.ts";
import { payments } from "../db/schema/payments.ts";
import { digest, seededId } from "./seeded-id.ts";

type Account = { id: string; name: string; email: string };
type Goods = { productId: string; name: string; image: string; priceCents: number };

export type DemoShop = {
  /** The end of the generated history, in milliseconds since 1970. */
  now: number;
  /** The accounts that can sign in. */
  accounts: readonly (Account & { isAdmin: boolean })[];
  reviewers: readonly Account[];
  /** The products by slug. */
  goods: ReadonlyMap<string, Goods>;
};

/**
 * Inserts the demo shop's past orders with their lines, history and payments. The stock is not
 * changed: it is what these orders left.
 */
export async function insertOrders(tx: Db, shop: DemoShop): Promise<void> {
  const written = pastOrders(shop.now).map((order) => drawRows(order, shop));
  const insert = async <Row>(rows: readonly Row[], write: (some: Row[]) => PromiseLike<unknown>) => {
    const batch = 1_000;
    for (let from = 0; from < rows.length; from += batch) await write(rows.slice(from, from + batch));
  };
  await insert(
    written.map(({ order }) => order),
    (rows) => tx.insert(orders).values(rows),
  );
  await insert(
    written.flatMap(({ items }) => items),
    (rows) => tx.insert(orderItems).values(rows),
  );
  await insert(
    written.flatMap(({ events }) => events),
    (rows) => tx.insert(orderEvents).values(rows),
  );
  await insert(
    written.flatMap(({ money }) => money),
    (rows) => tx.insert(payments).values(rows),
  );
  await insert(
    written.flatMap(({ matters }) => matters),
    (rows) => tx.insert(orderMatters).values(rows),
  );
}

function drawRows(order: DemoOrder, shop: DemoShop) {
  const id = seededId("order", String(order.place), order.place);
  const customer = findCustomer(order.customer, shop);
  const lines = order.lines.map(({ slug, qty }) => {
    const sold = shop.goods.get(slug);
    if (sold === undefined) throw new Error(`unknown product ${slug}`);
    return { ...sold, qty };
  });
  const price = priceLines(lines);
  const doneAt = (step: Step) => toDate(order.doneAt[step]);
  const row = {
    id,
    userId: customer.id,
    customerName: customer.name,
    customerEmail: customer.email,
    ...order.address,
    paymentMethod: order.paymentMethod,
    ...price,
    createdAt: new Date(order.placedAt),
    paidAt: doneAt("paid"),
    confirmedAt: doneAt("confirmed"),
    processedAt: doneAt("processed"),
    shippedAt: doneAt("shipped"),
    deliveredAt: doneAt("delivered"),
    isStockHeld: order.releasedAt === undefined,
    heldUntil: new Date(order.heldUntil),
  };
  return {
    order: row,
    items: lines.map((line, position) => ({ orderId: id, position, ...line })),
    events: drawEvents(id, order, customer, shop),
    money: drawPayments(id, order, price.totalCents),
    matters: drawMatters(id, order, price.totalCents),
  };
}

function drawEvents(orderId: string, order: DemoOrder, customer: Account, { accounts }: DemoShop) {
  const admin = accounts.find(({ isAdmin }) => isAdmin);
  const event = (act: OrderAct, by: Account | undefined, at: number | undefined) =>
    at === undefined
      ? []
      : [
          {
            id: seededId("event", `${order.place} ${act}`),
            orderId,
            act,
            userId: by?.id ?? null,
            createdAt: new Date(at),
          },
        ];
  const secondPaidAt = order.attention === "paid twice" ? order.doneAt.paid : undefined;
  return [
    ...event("placed", customer, order.placedAt),
    ...event("released", undefined, order.releasedAt),
    ...steps.flatMap((step) => event(step, step === "paid" ? customer : admin, order.doneAt[step])),
    ...event("paid again", customer, secondPaidAt),
  ];
}

/** The payment that settled an order, and a second payment if there was one. */
function drawPayments(orderId: string, order: DemoOrder, amountCents: number) {
  const settledAt = toDate(order.doneAt.paid);
  if (settledAt === null) return [];
  return (order.attention === "paid twice" ? [1, 2] : [1]).map((attempt) => {
    const digits = digest(`payment:${order.place} ${attempt}`).toString("hex").toUpperCase().slice(0, 12);
    return {
      id: paymentId(order, attempt),
      orderId,
      // The payment simulator recognizes these ids, so that the payments can be refunded in the demo.
      providerOrderId: `DEMO${digits}X${amountCents}`,
      captureId: `DEMC${digits}X${amountCents}`,
      status: "completed" as const,
      amountCents,
      currency: shopCurrency(),
      isSettling: attempt === 1,
      createdAt: settledAt,
      updatedAt: settledAt,
      settledAt,
    };
  });
}

function paymentId(order: DemoOrder, attempt: number): string {
  return seededId("payment", `${order.place} ${attempt}`, order.place);
}

/** The open matters of an order. */
function drawMatters(orderId: string, order: DemoOrder, amountCents: number) {
  const openedAt = toDate(order.doneAt.paid);
  if (order.attention === undefined || openedAt === null) return [];
  const id = seededId("matter", String(order.place), order.place);
  const matter = { id, orderId, kind: order.attention, openedAt };
  if (order.attention === "stock gone") return [{ ...matter, reference: orderId }];
  const second = paymentId(order, 2);
  return [{ ...matter, reference: second, paymentId: second, amountCents }];
}

function findCustomer(customer: DemoCustomer, { accounts, reviewers }: DemoShop): Account {
  const found =
    typeof customer === "number" ? reviewers[customer] : accounts.find(({ email }) => email.startsWith(`${customer}@`));
  if (found === undefined) throw new Error(`unknown demo customer ${customer}`);
  return found;
}

function toDate(time: number | undefined): Date | null {
  return time === undefined ? null : new Date(time);
}
