import { toWire } from "@shop/shared/money";
import type { Exchangeable, ExchangeGoods } from "@shop/shared/order/exchange";
import type { Order } from "@shop/shared/order/order";
import type { OrderReturn } from "@shop/shared/order/return";
import type { Db } from "../../db/client.ts";
import { DomainError, notFound } from "../base/errors.ts";
import type { Units } from "../order/stock.ts";
import { readRefundable } from "../payment/exchange-money/take-money.ts";
import { amountDue, taxesDue } from "../return/amount-due.ts";
import { readPaidOrder } from "../return/paid-order.ts";
import { type Due, listReturns, readDues, readFitUnits, requireReturn } from "../return/read.ts";
import { readReturnable } from "../return/returnable.ts";
import type { TermsReader } from "../terms-of-sale/terms-reader.ts";

type ExchangeDeps = { db: Db; terms: TermsReader };

/** Which goods are taken back, by a return or by units. */
type Chosen = Pick<ExchangeGoods, "return" | "items">;

/** Goods that are taken back in an exchange. */
type TakenBack = {
  due: Due;
  /** The units that go back into the stock. */
  restocked: Units[];
};

/** What of an order, or of one of its returns, can be exchanged. Throws NOT_FOUND for a return of another order. */
export async function readExchangeable(
  deps: ExchangeDeps,
  order: Order,
  returnId: string | undefined,
): Promise<Exchangeable> {
  const refusal = refusalOf(order, returnId);
  const refundable = toWire(await readRefundable(deps.db, order._id));
  if (returnId === undefined) {
    const lines = refusal === null ? await readReturnable(deps.db, order._id) : [];
    return { refusal, lines, refundable };
  }
  const { state, lines } = await findReturn(deps, order, returnId);
  const arrived = lines.map(({ product, name, image, qty, receivedQty }) => {
    return { product, name, image, qty: receivedQty ?? qty };
  });
  return { refusal: refusal ?? returnRefusals[state], lines: arrived.filter(({ qty }) => qty > 0), refundable };
}

/**
 * What is due for goods that are taken back, and what of them is for sale again. Throws ILLEGAL_TRANSITION with the reason
 * where they cannot be exchanged, NOT_FOUND for a return of another order, and VALIDATION for units that the order has not
 * left.
 */
export async function requireTakenBack(deps: ExchangeDeps, order: Order, chosen: Chosen): Promise<TakenBack> {
  const { return: returnId } = chosen;
  if (returnId === undefined) {
    refuse(refusalOf(order, undefined));
    const lines = await readReturnable(deps.db, order._id);
    refuseUnits(lines, chosen);
    return takeBackUnits(deps, order, { lines, chosen });
  }
  const { orderId, state } = await requireReturn(deps.db, returnId);
  if (orderId !== order._id) throw notFound("Return");
  refuse(refusalOf(order, returnId) ?? returnRefusals[state]);
  const due = (await readDues(deps, orderId)).get(returnId);
  if (due === undefined) throw notFound("Return");
  return { due, restocked: await readFitUnits(deps.db, returnId) };
}

function refuse(refusal: string | null): void {
  if (refusal !== null) throw new DomainError("ILLEGAL_TRANSITION", refusal);
}

type Chooseable = { lines: Exchangeable["lines"]; chosen: Chosen };

async function takeBackUnits(
  { db, terms }: ExchangeDeps,
  { _id, orderItems }: Order,
  { lines, chosen }: Chooseable,
): Promise<TakenBack> {
  const left = new Map(lines.map(({ product, qty }) => [product, qty]));
  const gone = new Map(orderItems.map(({ product, qty }) => [product, qty - (left.get(product) ?? 0)]));
  const now = new Map(chosen.items.map(({ product, qty }) => [product, qty]));
  const paid = await readPaidOrder(db, terms, _id);
  const due = { cents: amountDue(paid, gone, now), taxes: taxesDue(paid, gone, now) };
  return { due, restocked: chosen.items.map(({ product, qty }) => ({ productId: product, qty })) };
}

function refuseUnits(lines: Exchangeable["lines"], { items }: Chosen): void {
  const left = new Map(lines.map(({ product, qty }) => [product, qty]));
  const errors = items.flatMap(({ product, qty }, n) => {
    const possible = left.get(product) ?? 0;
    if (qty <= possible) return [];
    const message = possible === 0 ? "This is not in the order any more" : `At most ${possible} can be exchanged`;
    return [{ path: `items.${n}.qty`, message }];
  });
  const [first] = errors;
  if (first !== undefined) throw new DomainError("VALIDATION", first.message, { errors });
}

const returnRefusals: Record<OrderReturn["state"], string | null> = {
  requested: "Accept the return first",
  accepted: "Note first what has arrived",
  received: null,
  refunded: "This return was refunded or exchanged already",
  refused: "This return was refused",
  cancelled: "The customer keeps the goods",
};

/** Why nothing of an order can be exchanged; null where something can. */
function refusalOf(order: Order, returnId: string | undefined): string | null {
  if (order.cancellation !== null) return "This order was cancelled";
  if (!order.isPaid) return "This order is not paid, so it can be changed instead.";
  if (order.isRefunded) return "This order was refunded";
  if (returnId !== undefined) return null;
  if (order.isWithdrawn) return "The customer has withdrawn from this order";
  if (!order.isShipped && !order.isPartlyShipped) return null;
  return "This order was sent. What comes back can be exchanged with its return, once it has arrived.";
}

/** A return of an order with what is due for it. */
async function findReturn({ db, terms }: ExchangeDeps, { _id }: Order, returnId: string): Promise<OrderReturn> {
  const { orderId, id } = await requireReturn(db, returnId);
  const found = (await listReturns({ db, terms }, _id)).find((each) => each._id === id);
  if (orderId !== _id || found === undefined) throw notFound("Return");
  return found;
}
