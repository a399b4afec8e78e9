import type { Order } from "@shop/shared/order/order";
import type { EditOrder } from "@shop/shared/order/order-edit";
import { isId } from "@shop/shared/query";
import type { PaymentMethod } from "@shop/shared/shop";
import { areGiftCards } from "@shop/shared/terms-of-sale/gift-card-class";
import { toOrderDelivery } from "@shop/shared/terms-of-sale/order-delivery";
import { byEmail, isUncharged } from "@shop/shared/terms-of-sale/uncharged-delivery";
import { and, eq, sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../../db/client.ts";
import { type ItemSnapshot, type OrderSnapshot, orderEdits } from "../../../db/schema/order-edits.ts";
import { type Admin, isPermitted } from "../../base/actor.ts";
import { DomainError, notFound, retryingConflicts } from "../../base/errors.ts";
import { recordAct } from "../../base/record-act.ts";
import type { CurrentFacts, ShopFacts } from "../../base/shop-facts.ts";
import type { DiscountReader } from "../../discount/discount-reader.ts";
import { readOfferAgain } from "../../discount/read-offer.ts";
import { recordEvent } from "../../order/history.ts";
import { lockOrder, type OrderRow } from "../../order/hold.ts";
import { arrivalOf, refuseOtherTotal } from "../../order/place.ts";
import { notDelivered, notOnDelivery, otherMethods } from "../../order/price.ts";
import { readOrder, requireOrder } from "../../order/read.ts";
import type { TakenUnits } from "../../order/stock.ts";
import { writeOrderMails } from "../../outbox/write-mails.ts";
import type { TermsReader } from "../../terms-of-sale/terms-reader.ts";
import { refuseOtherSums, requireEditable, sumsRefusal } from "./edit-refusal.ts";
import { findUndoable, readVersion } from "./list-edits.ts";
import { type EditLine, type EditPrice, priceEdit } from "./price-edit.ts";
import { changeStock, readSnapshot, writeDestination, writeSnapshot } from "./snapshot.ts";

type EditFacts = "holdMs" | "transferHoldMs" | "delivery";
export type EditDeps = { db: Db; terms: TermsReader; discounts: DiscountReader; settings: CurrentFacts<EditFacts> };

/**
 * Changes what an unpaid order has, where it goes and how, or where a paid one goes that was not sent. It is priced by the
 * terms of sale that it was placed by, its stock is taken and returned, and its customer gets a mail with what is to pay
 * now. Throws NOT_FOUND, ILLEGAL_TRANSITION with the reason if it cannot be edited, PAYMENT_PENDING and
 * PAYMENT_STATUS_UNKNOWN while a payment is in progress, STALE after the edit of somebody else, OUT_OF_STOCK, VALIDATION,
 * PRICE_CHANGED for another total, and FORBIDDEN for own prices without the permission to refund.
 */
export async function editOrder(
  deps: EditDeps,
  admin: Admin<"orders.fulfil">,
  orderId: string,
  input: EditOrder,
): Promise<Order> {
  await requireOrder(deps.db, admin, orderId);
  if (input.orderItems.some(({ price }) => price !== undefined) && !isPermitted(admin, "orders.refund")) {
    throw new DomainError("FORBIDDEN", "Your role does not permit prices of your own");
  }
  await retryingConflicts(() =>
    deps.db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      const scope = await requireEditable(tx, admin, orderId);
      await refuseStale(tx, orderId, input.version);
      const before = await readSnapshot(tx, order);
      const wanted = input.orderItems.map(({ product, qty }) => ({ productId: product, qty }));
      const taken = scope === "all" ? await changeStock(tx, order, { before: before.items, after: wanted }) : [];
      const { terms } = await deps.terms.ofVersion(tx, order.termsVersion);
      const { paymentMethod } = order;
      const productIds = wanted.map(({ productId }) => productId);
      const offer = await readOfferAgain(tx, deps.discounts, before.discounts ?? [], productIds);
      const price = priceEdit(order, linesOf(input, before.items, taken), placeOf(input, order), { terms, offer });
      if (!isUncharged(order.delivery) || order.delivery?.id === byEmail.id)
        refuseUndelivered(price, { input, paymentMethod }, terms);
      refuseOtherTotal(price.parts.totalCents, input.expectedTotal, "Please look at the order once more.");
      const after = snapshotOf(input, { before, paymentMethod }, price, deps.settings.current.delivery);
      if (scope === "all") await writeSnapshot(tx, order, after, holdMsOf(order, deps.settings.current));
      else await writeAddress(tx, order, { before, after });
      const id = uuidv7();
      const words = [input.words, input.priceReason].filter((text) => text !== "").join("\n");
      await tx.insert(orderEdits).values({ id, orderId, madeBy: admin.id, words, before, after });
      await record(tx, admin, { order, before, after, editId: id });
    }),
  );
  return readOrder(deps.db, admin, orderId);
}

/**
 * Makes an order what it was before its last edit. Throws as `editOrder`, and ILLEGAL_TRANSITION for any other edit
 * than the last one that stands.
 */
export async function undoEdit(
  deps: EditDeps,
  admin: Admin<"orders.fulfil">,
  orderId: string,
  editId: string,
): Promise<Order> {
  await requireOrder(deps.db, admin, orderId);
  if (!isId(editId)) throw notFound("Edit");
  await retryingConflicts(() =>
    deps.db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      const [edit] = await tx
        .select()
        .from(orderEdits)
        .where(and(eq(orderEdits.orderId, orderId), eq(orderEdits.id, editId)));
      if (edit === undefined) throw notFound("Edit");
      if (edit.undoneAt !== null) return;
      const scope = await requireEditable(tx, admin, orderId);
      if ((await findUndoable(tx, orderId)) !== edit.id) {
        throw new DomainError("ILLEGAL_TRANSITION", "Undo the later edits first");
      }
      const before = await readSnapshot(tx, order);
      const { before: after } = edit;
      if (scope === "all") {
        await changeStock(tx, order, { before: before.items, after: after.items });
        await writeSnapshot(tx, order, after, holdMsOf(order, deps.settings.current));
      } else await writeAddress(tx, order, { before, after });
      const undone = { undoneAt: sql`now()`, undoneBy: admin.id };
      await tx.update(orderEdits).set(undone).where(eq(orderEdits.id, edit.id));
      await record(tx, admin, { order, before, after, editId: edit.id });
    }),
  );
  return readOrder(deps.db, admin, orderId);
}

/** A paid order is sent elsewhere, and costs what it did. */
async function writeAddress(
  tx: Db,
  order: OrderRow,
  { before, after }: { before: OrderSnapshot; after: OrderSnapshot },
): Promise<void> {
  refuseOtherSums(before, after);
  await writeDestination(tx, order, after);
}

async function refuseStale(tx: Db, orderId: string, version: number): Promise<void> {
  if ((await readVersion(tx, orderId)) === version) return;
  throw new DomainError("STALE", "Someone else has changed this order meanwhile");
}

/** An edited order waits for its payment as long as a new one. */
function holdMsOf({ paymentMethod }: OrderRow, { holdMs, transferHoldMs }: Pick<ShopFacts, EditFacts>): number {
  return paymentMethod === "Bank Transfer" ? transferHoldMs : holdMs;
}

type Recorded = { order: OrderRow; before: OrderSnapshot; after: OrderSnapshot; editId: string };

async function record(
  tx: Db,
  admin: Admin<"orders.fulfil">,
  { order, before, after, editId }: Recorded,
): Promise<void> {
  const { id: orderId } = order;
  await recordEvent(tx, { orderId, act: "edited", by: admin.id, amountCents: after.totalCents });
  await recordAct(tx, admin, {
    act: "updated",
    entity: "order",
    entityId: orderId,
    subject: orderId.slice(-5),
    changes: { totalCents: [before.totalCents, after.totalCents] },
  });
  await writeOrderMails(tx, { kind: "order edited", orderIds: [orderId], data: { editId } });
}

/** The lines as they are to be, without what they come to. */
function linesOf({ orderItems }: EditOrder, before: readonly ItemSnapshot[], taken: readonly TakenUnits[]): EditLine[] {
  return orderItems.map(({ product, qty, price }) => {
    const known = before.find(({ productId }) => productId === product) ?? fromStock(taken, product);
    const isBought = price === undefined && before.some(({ productId }) => productId === product);
    if (price === undefined) return { ...known, qty, isNewPrice: !isBought };
    // A reduced price is the catalog's alone.
    return { ...known, qty, priceCents: price, regularPriceCents: null, lowestPriceCents: null, isNewPrice: true };
  });
}

function fromStock(taken: readonly TakenUnits[], product: string): ItemSnapshot {
  const found = taken.find(({ productId }) => productId === product);
  // Nothing is taken for an order whose sums stand.
  if (found === undefined) throw new DomainError("ILLEGAL_TRANSITION", sumsRefusal);
  return { regularPriceCents: null, lowestPriceCents: null, ...found };
}

function placeOf({ shippingAddress, deliveryMethod, taxNumber }: EditOrder, order: OrderRow) {
  const { country, countryCode, region = "", postalCode } = shippingAddress;
  return {
    country,
    countryCode,
    region,
    postalCode,
    deliveryMethod: deliveryMethod ?? order.delivery?.id,
    taxNumber: taxNumber ?? order.taxNumber,
  };
}

function refuseUndelivered(
  { items, priced }: EditPrice,
  { input: { deliveryMethod }, paymentMethod }: { input: EditOrder; paymentMethod: PaymentMethod },
  terms: Parameters<typeof notDelivered>[1],
): void {
  if (areGiftCards(items)) return;
  if (priced.method === null) throw notDelivered(priced.refusal, terms);
  if (deliveryMethod !== undefined && deliveryMethod !== priced.method.id) throw otherMethods();
  if (paymentMethod === "On Delivery" && priced.method.onDelivery === undefined) throw notOnDelivery();
}

function snapshotOf(
  { shippingAddress, taxNumber }: EditOrder,
  { before, paymentMethod }: { before: OrderSnapshot; paymentMethod: PaymentMethod },
  { items, countryCode, priced: { method }, parts, taxes, discounts }: EditPrice,
  delivery: ShopFacts["delivery"],
): OrderSnapshot {
  const { name: recipient = "", region = "", phone = "", countryCode: _code, ...address } = shippingAddress;
  const isSameWay = method?.id === before.delivery?.id && countryCode === before.countryCode;
  const arrival = isSameWay ? { from: before.arrivesFrom, to: before.arrivesTo } : arrivalOf({ method }, delivery);
  return {
    items,
    ...address,
    countryCode,
    region,
    recipient,
    phone,
    taxNumber: taxNumber ?? before.taxNumber,
    delivery: areGiftCards(items)
      ? byEmail
      : method === null
        ? before.delivery
        : toOrderDelivery(method, paymentMethod),
    taxes,
    ...parts,
    discounts: discounts.given,
    arrivesFrom: arrival?.from ?? null,
    arrivesTo: arrival?.to ?? null,
  };
}
