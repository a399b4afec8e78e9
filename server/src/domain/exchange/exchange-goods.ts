import type { ExchangeGoods } from "@shop/shared/order/exchange";
import type { Order } from "@shop/shared/order/order";
import { countryCodeOf } from "@shop/shared/terms-of-sale/countries";
import { freeExchange } from "@shop/shared/terms-of-sale/uncharged-delivery";
import { and, eq, isNull } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { users } from "../../db/schema/accounts.ts";
import { orderNotes } from "../../db/schema/customer-service.ts";
import { orderExchanges } from "../../db/schema/order-exchanges.ts";
import { orderReturns } from "../../db/schema/returns.ts";
import type { Admin } from "../base/actor.ts";
import { DomainError, retryingConflicts } from "../base/errors.ts";
import type { DomainEvent } from "../base/events.ts";
import { recordAct } from "../base/record-act.ts";
import { issueCreditNotes } from "../invoice/issue.ts";
import { centsToPay } from "../order/amount-to-pay.ts";
import { claimOrder } from "../order/claim.ts";
import { lockOrder, type OrderRow } from "../order/hold.ts";
import { closeMatters } from "../order/matters.ts";
import { atOwnPrice, noteOfPrices, type OwnPrices, ownPricesOf } from "../order/own-prices.ts";
import { arrivalOf, type PlaceOrderDeps, refuseMethod, refuseOtherTotal } from "../order/place.ts";
import { type OrderPrice, priceOf } from "../order/price.ts";
import { readOrder, requireOrder } from "../order/read.ts";
import { lockProducts, mergeLines, returnStock, type TakenUnits, takeStock } from "../order/stock.ts";
import { writeOrder } from "../order/write.ts";
import { entryId } from "../payment/bank-transfer/entries.ts";
import { applyTransfer } from "../payment/bank-transfer/record.ts";
import type { PaymentDeps } from "../payment/deps.ts";
import { payByExchange } from "../payment/exchange-money/pay-by-exchange.ts";
import { divideMoney, takeMoney } from "../payment/exchange-money/take-money.ts";
import type { RefundRow } from "../payment/refund-records.ts";
import { requestStarted } from "../payment/refund-sync.ts";
import { requireRefunder, startRefund } from "../payment/start-refund.ts";
import { requireTakenBack } from "./taken-back.ts";

export type ExchangeDeps = PaymentDeps & PlaceOrderDeps;
type Exchanger = Admin<"orders.fulfil" | "orders.refund">;

type Exchange = { id: string; order: OrderRow; input: ExchangeGoods };

/**
 * Takes goods of a paid order back and sends others for them, as an order of its own: what is due for the first pays the
 * second. What is more is refunded, and what is missing is asked for by mail, unless it was paid at once. Throws NOT_FOUND,
 * ILLEGAL_TRANSITION with the reason where nothing can be exchanged, VALIDATION, OUT_OF_STOCK, PRICE_CHANGED for another
 * total, REFUND_PENDING while a refund is unanswered, and PAYMENT_PROVIDER_UNAVAILABLE where something is to be refunded by a
 * provider that the shop does not have. Idempotent by `key`; returns the new order.
 */
export async function exchangeGoods(
  deps: ExchangeDeps,
  admin: Exchanger,
  orderId: string,
  { key, ...input }: ExchangeGoods & { key?: string | undefined },
): Promise<Order> {
  await requireOrder(deps.db, admin, orderId);
  const ownPrices = ownPricesOf(admin, input.orderItems);
  const id = uuidv7();
  const events: DomainEvent[] = [];
  const place = () =>
    deps.db.transaction(async (tx) => {
      events.length = 0;
      const claimed = await claimOrder(tx, admin, { id, input, key });
      if (claimed !== id) return { placed: claimed, started: [] };
      const order = await lockOrder(tx, orderId);
      const started = await exchange({ ...deps, db: tx }, admin, { id, order, input, ownPrices }, events);
      return { placed: id, started };
    });
  const productIds = input.orderItems.map(({ product }) => product);
  const { placed, started } = await deps.limitPerProduct(productIds, () => retryingConflicts(place));
  for (const event of events) deps.emit(event);
  await requestStarted(deps, started);
  return readOrder(deps.db, admin, placed);
}

/** All of an exchange, in one transaction. Returns the refunds that are to be requested after it. */
async function exchange(
  deps: ExchangeDeps,
  admin: Exchanger,
  { ownPrices, ...exchanged }: Exchange & { ownPrices: OwnPrices },
  events: DomainEvent[],
): Promise<RefundRow[]> {
  const { db: tx, seller } = deps;
  const { id, order, input } = exchanged;
  const { restocked, due } = await requireTakenBack(deps, await readOrder(tx, admin, order.id), input);
  const money = await takeMoney(tx, order.id, input.amount);
  const units = mergeLines(input.orderItems.map(({ product, qty }) => ({ productId: product, qty })));
  await lockProducts(
    tx,
    [...restocked, ...units].map(({ productId }) => productId),
  );
  // First, because what comes back can be sent again.
  if (order.isStockHeld && restocked.length > 0) await returnStock(tx, restocked);
  const taken = await takeStock(tx, units);
  const price = await placeNew(
    deps,
    admin,
    exchanged,
    taken.map((item) => atOwnPrice(item, ownPrices)),
  );
  const { totalCents } = price.parts;
  await noteExchange(tx, admin, { id, texts: noteOfPrices(taken, ownPrices, input.priceReason) });
  const { first, rest } = divideMoney(money, totalCents, due.cents === input.amount ? due.taxes : null);
  const started = await refundRest(deps, rest, { id, reason: input.reason, by: admin.id });
  const refundId = await payByExchange(
    { db: tx, seller },
    { from: order.id, to: id, money: first, restocked, reason: input.reason, by: admin.id },
    events,
  );
  await endReturn(tx, order.id, input.return, refundId);
  await takeReceived(deps, admin, exchanged, events);
  events.push({ type: "order placed", user: order.userId, order: id, totalCents });
  // Last, because its number is locked until the commit.
  await issueCreditNotes(tx, seller, order.id);
  return started;
}

/** Enters the order of the new goods, for the same customer and address. */
async function placeNew(
  { db: tx, settings, terms }: ExchangeDeps,
  admin: Exchanger,
  { id, order, input }: Exchange,
  items: readonly TakenUnits[],
): Promise<OrderPrice> {
  const customer = await lockCustomer(tx, order);
  const facts = {
    shippingAddress: addressOf(order),
    paymentMethod: input.paymentMethod,
    taxNumber: order.taxNumber,
    deliveryMethod: input.isDeliveryFree ? undefined : input.deliveryMethod,
    uncharged: input.isDeliveryFree ? freeExchange : undefined,
  };
  const price = priceOf(items, facts, await terms.current(tx));
  const { totalCents } = price.parts;
  refuseOtherTotal(totalCents, input.expectedTotal, "Please look at the exchange once more.");
  refuseNothing(totalCents);
  if (totalCents > input.amount && input.received === undefined) refuseMethod(settings.current, input);
  const hold = { holdMs: settings.current.transferHoldMs, mailAfterMs: 0 };
  const arrival = arrivalOf(price, settings.current.delivery);
  const refundCents = Math.max(0, input.amount - totalCents);
  const mail = { kind: "order exchanged" as const, data: { reason: input.reason, refundCents } };
  const placed = { id, input: facts, items, price, placedBy: admin.id, arrival, mail };
  await writeOrder(tx, customer, { ...placed, ...hold });
  const returnId = input.return ?? null;
  await tx.insert(orderExchanges).values({ orderId: id, ofOrderId: order.id, returnId, madeBy: admin.id });
  await recordAct(tx, admin, { act: "created", entity: "order", entityId: id, subject: id.slice(-5) });
  return price;
}

function refuseNothing(totalCents: number): void {
  if (totalCents > 0) return;
  const message =
    "What is sent costs nothing, so nothing is exchanged. Please refund what comes back, and enter an order.";
  throw new DomainError("VALIDATION", message, { errors: [{ path: "orderItems", message }] });
}

/** The customer of an order, whose account can be gone. */
async function lockCustomer(tx: Db, { userId, customerName, customerEmail }: OrderRow) {
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for("no key update");
  if (found === undefined) throw new DomainError("ILLEGAL_TRANSITION", "The customer has deleted their account");
  return { ...found, name: customerName, email: customerEmail };
}

function addressOf({ address, city, postalCode, country, countryCode, region, recipient, phone }: OrderRow) {
  const code = countryCode ?? countryCodeOf(country);
  return {
    address,
    city,
    postalCode,
    country,
    region,
    phone,
    name: recipient,
    ...(code === null ? {} : { countryCode: code }),
  };
}

async function noteExchange(tx: Db, admin: Exchanger, { id, texts }: { id: string; texts: string[] }): Promise<void> {
  if (texts.length === 0) return;
  await tx.insert(orderNotes).values(texts.map((text) => ({ id: uuidv7(), orderId: id, userId: admin.id, text })));
}

/** Starts to refund what the new goods do not cost. */
async function refundRest(
  deps: ExchangeDeps,
  rest: Awaited<ReturnType<typeof takeMoney>>,
  { id, reason, by }: { id: string; reason: string; by: string },
): Promise<RefundRow[]> {
  const started: RefundRow[] = [];
  for (const { payment, cents: amountCents, taxes } of rest) {
    await requireRefunder(deps.db, deps, payment);
    const back = { payment, amountCents, reason, taxes, by, askAgainMs: deps.reconcileMs };
    const refund = await startRefund(deps.db, back, `${id} ${payment.id}`);
    if (refund !== undefined) started.push(refund);
  }
  return started;
}

async function endReturn(tx: Db, orderId: string, returnId: string | undefined, refundId: string): Promise<void> {
  if (returnId === undefined) return;
  await tx.update(orderReturns).set({ state: "refunded", refundId }).where(eq(orderReturns.id, returnId));
  await closeMatters(tx, { orderId, kinds: ["return"], reference: returnId }, "The return was exchanged");
}

/** The rest of the price, where the customer has paid it at once. */
async function takeReceived(
  { db, seller }: ExchangeDeps,
  admin: Exchanger,
  { id, input: { received } }: Exchange,
  events: DomainEvent[],
): Promise<void> {
  if (received === undefined) return;
  const order = await lockOrder(db, id);
  if (order.paidAt !== null) return;
  const transfer = { providerOrderId: entryId(id, received.reference), amountCents: centsToPay(order), by: admin.id };
  await applyTransfer({ db, seller }, order, transfer, events);
}
