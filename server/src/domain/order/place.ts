import { formatMoney, toWire } from "@shop/shared/money";
import { type Arrival, arrivalAt } from "@shop/shared/order/delivery";
import type { Order, PlaceOrder } from "@shop/shared/order/order";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import type { User } from "../base/actor.ts";
import { DomainError, retryingConflicts } from "../base/errors.ts";
import type { Emit } from "../base/events.ts";
import type { CurrentFacts, ShopFacts } from "../base/shop-facts.ts";
import type { RefusedCode } from "../discount/discount-order.ts";
import type { DiscountReader } from "../discount/discount-reader.ts";
import { type CodeLimitDeps, countingTries, UnknownCode } from "../discount/limit-codes.ts";
import { readOffer } from "../discount/read-offer.ts";
import { takeUses } from "../discount/uses.ts";
import { unpaidMailMs, writeNewOrderMails } from "../outbox/write-mails.ts";
import type { TermsReader } from "../terms-of-sale/terms-reader.ts";
import { claimOrder } from "./claim.ts";
import { recordDemand } from "./hold.ts";
import { type OrderPrice, priceOf } from "./price.ts";
import type { ProductLimiter } from "./product-limiter.ts";
import { readOwnOrder } from "./read.ts";
import { mergeLines, type RequestedUnits, requireAll, takeAvailable, type Units } from "./stock.ts";
import { countUnpaidUnits } from "./unpaid.ts";
import { writeOrder } from "./write.ts";

/** The facts of the shop that an order is placed by; when it is expected to arrive is stored with it. */
type OrderFacts = "holdMs" | "transferHoldMs" | "paymentMethods" | "unpaidUnitsMax" | "delivery";

export type PlaceOrderDeps = {
  db: Db;
  settings: CurrentFacts<OrderFacts>;
  limitPerProduct: ProductLimiter;
  terms: TermsReader;
  discounts: DiscountReader;
  limits: CodeLimitDeps["limits"];
  emit: Emit;
};

export type Placed = { order: Order; isReplay: boolean };

/**
 * Places an order in one transaction: takes the stock, prices the lines from the catalog, and stores
 * names and prices as they are now. Prices that a caller sends are ignored; `expectedTotal` in cents
 * is compared, and the order is refused with PRICE_CHANGED if it differs, or if a code does nothing
 * and no total was expected. Idempotent by `key`: the same key and request return the same order, the same key with another request throws
 * IDEMPOTENCY_KEY_REUSED.
 */
export async function placeOrder(deps: PlaceOrderDeps, user: User, input: PlaceOrder, key?: string): Promise<Placed> {
  const { db, settings, limitPerProduct, terms, discounts, emit } = deps;
  refuseMethod(settings.current, input);
  const units = mergeLines(input.orderItems);
  const attempt: Attempt = { input, key, units, facts: settings.current, terms, discounts };
  const productIds = units.map(({ productId }) => productId);
  const place = () => limitPerProduct(productIds, () => retryingConflicts(() => placeOnce(db, user, attempt)));
  const tried = { key: user.id, codes: input.discountCodes ?? [] };
  const placing = countingTries(deps, tried, place, () => false);
  const { totalCents, ...placed } = await placing.catch(async (error: unknown) => {
    if (error instanceof Replay) {
      return { order: await readOwnOrder(db, user, error.orderId), isReplay: true, totalCents: 0 };
    }
    if (error instanceof DomainError && error.kind === "OUT_OF_STOCK") await recordDemand(db, user.id, units);
    throw error;
  });
  if (!placed.isReplay) emit({ type: "order placed", user: user.id, order: placed.order._id, totalCents });
  return placed;
}

/** Rolls back an attempt whose key stands for an order that exists. */
class Replay extends Error {
  constructor(readonly orderId: string) {
    super("the order was placed before");
  }
}

type Attempt = {
  terms: TermsReader;
  discounts: DiscountReader;
  facts: Pick<ShopFacts, OrderFacts>;
  input: PlaceOrder;
  key: string | undefined;
  units: readonly RequestedUnits[];
};

/**
 * The transaction of an order. Round trips dominate its cost under load and the time for which it locks products, so
 * it has three: BEGIN; claiming, counting, reading the terms and the discounts and taking together; writing together with
 * COMMIT. PostgreSQL runs what is sent together one after the other, and turns COMMIT into a rollback when the statement
 * before it failed. An order with a discount has one more, which counts its use.
 */
async function placeOnce(db: Db, user: User, attempt: Attempt): Promise<Placed & { totalCents: number }> {
  const { input, key, units, terms, discounts } = attempt;
  const { holdMs, transferHoldMs, unpaidUnitsMax, delivery } = attempt.facts;
  const isPaidLater = input.paymentMethod === "On Delivery";
  const hold =
    input.paymentMethod === "Bank Transfer"
      ? { holdMs: transferHoldMs, mailAfterMs: 0 }
      : { holdMs, mailAfterMs: isPaidLater ? 0 : Math.min(unpaidMailMs, holdMs / 4) };
  const { writing, totalCents } = await db.transaction(async (tx) => {
    const id = uuidv7();
    const claiming = sent(claimOrder(tx, user, { id, input, key }));
    const counting = sent(countUnpaidUnits(tx, user));
    const selling = sent(terms.current(tx));
    const discounting = sent(discounts.live(tx, user, input.discountCodes ?? []));
    const taking = sent(takeAvailable(tx, units));
    const claimed = await claiming;
    if (claimed !== id) throw new Replay(claimed);
    refuseTooManyUnpaid(await counting, { units, unpaidUnitsMax });
    const items = await requireAll(tx, units, await taking);
    const productIds = units.map(({ productId }) => productId);
    const offer = await readOffer(tx, discounts, { customer: user, live: await discounting, productIds });
    const price = priceOf(items, input, await selling, offer);
    const { totalCents } = price.parts;
    refuseCodes(price.discounts.refused, input, totalCents);
    refuseOtherTotal(totalCents, input.expectedTotal);
    refuseNothingToPay(price);
    await requireUses(tx, price, input);
    const arrival = arrivalOf(price, delivery);
    const writing = sent(writeOrder(tx, user, { id, input, items, price, ...hold, arrival }));
    // Of other orders administrators are told once they are paid.
    const telling = isPaidLater ? sent(writeNewOrderMails(tx, id)) : undefined;
    return { writing: telling === undefined ? writing : sent(telling.then(() => writing)), totalCents };
  });
  return { order: await writing, isReplay: false, totalCents };
}

/** When an order that is placed now arrives; null where the shop says nothing of it, or all is handed over. */
export function arrivalOf({ method }: Pick<OrderPrice, "method">, delivery: ShopFacts["delivery"]): Arrival | null {
  return delivery === undefined || method === null ? null : arrivalAt(delivery, method, new Date());
}

/** A query that is awaited later, or not at all when one before it refuses the order. */
function sent<Result>(query: Promise<Result>): Promise<Result> {
  query.catch(() => undefined);
  return query;
}

/**
 * Throws UNPAID_UNITS if the customer would hold more unpaid units than one account may, which bounds how much stock an
 * account can block without paying. A single order may have any number of units: the limit is about what is added to other
 * unpaid ones. The account's row is locked before they are counted, so that concurrent orders are counted.
 */
function refuseTooManyUnpaid(
  held: number,
  { units, unpaidUnitsMax }: { units: readonly Units[]; unpaidUnitsMax: number },
): void {
  const wanted = units.reduce((sum, { qty }) => sum + qty, 0);
  if (held === 0 || held + wanted <= unpaidUnitsMax) return;
  const rule = `One account can have at most ${unpaidUnitsMax} items in several unpaid orders.`;
  const message = `${rule} You already have ${held}. Please pay for an open order first, or order fewer items.`;
  throw new DomainError("UNPAID_UNITS", message);
}

/** Throws VALIDATION for a way to pay that the shop does not offer. */
export function refuseMethod(
  { paymentMethods }: Pick<ShopFacts, "paymentMethods">,
  { paymentMethod }: Pick<PlaceOrder, "paymentMethod">,
): void {
  if (paymentMethods.includes(paymentMethod)) return;
  const message = `Payment method must be ${paymentMethods.join(" or ")}`;
  throw new DomainError("VALIDATION", message, { errors: [{ path: "paymentMethod", message }] });
}

/** Throws PRICE_CHANGED with the reason if a code does nothing, unless the customer has seen what the order costs without it. */
function refuseCodes(codes: readonly RefusedCode[], input: PlaceOrder, totalCents: number): void {
  // With another discount that gives more, or without anything to give, the customer loses nothing.
  const refused = codes.filter(({ refusal }) => refusal !== "less" && refusal !== "nothing");
  const [first] = refused;
  if (first === undefined || input.expectedTotal === totalCents) return;
  const errors = refused.map(({ code, words }) => ({ path: pathOfCode(input, code), message: words }));
  const isUnknown = refused.some(({ refusal }) => refusal === "unknown");
  throw new (isUnknown ? UnknownCode : DomainError)("PRICE_CHANGED", first.words, { errors });
}

function pathOfCode({ discountCodes = [] }: PlaceOrder, code: string): string {
  return `discountCodes.${Math.max(0, discountCodes.indexOf(code))}`;
}

/** An order that costs nothing could not be paid. */
function refuseNothingToPay({ parts, discounts }: OrderPrice): void {
  if (parts.totalCents > 0 || discounts.amount === 0) return;
  const message =
    "With this discount there is nothing left to pay, which we cannot take as an order. Please add something.";
  throw new DomainError("VALIDATION", message, { errors: [{ path: "orderItems", message }] });
}

/** Counts the uses of the discounts. Throws PRICE_CHANGED if one was changed, stopped or used up since it was read. */
async function requireUses(tx: Db, { discounts }: OrderPrice, input: PlaceOrder): Promise<void> {
  const refused = await takeUses(tx, discounts.given);
  if (refused === undefined) return;
  const { code, name } = refused;
  const message = `“${name}” has just ended. Please review your cart.`;
  const path = code === null ? "expectedTotal" : pathOfCode(input, code);
  throw new DomainError("PRICE_CHANGED", message, { errors: [{ path, message }] });
}

/** Throws PRICE_CHANGED if the total differs from the expected one. */
export function refuseOtherTotal(
  totalCents: number,
  expectedCents: number | undefined,
  hint = "Please review your cart.",
): void {
  if (expectedCents === undefined || expectedCents === totalCents) return;
  const message = `The total is now ${formatMoney(toWire(totalCents))}`;
  const errors = [{ path: "expectedTotal", message }];
  throw new DomainError("PRICE_CHANGED", `Prices have changed. ${hint}`, { errors });
}
