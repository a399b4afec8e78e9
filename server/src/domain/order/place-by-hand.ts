import type { Order } from "@shop/shared/order/order";
import type { OrderByHand } from "@shop/shared/order/order-by-hand";
import { nameOfCountry } from "@shop/shared/terms-of-sale/countries";
import { homeCountry } from "@shop/shared/terms-of-sale/home-terms";
import type { TermsOfSale } from "@shop/shared/terms-of-sale/terms-of-sale";
import { counterSale } from "@shop/shared/terms-of-sale/uncharged-delivery";
import { and, eq, isNull } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import type { Db } from "../../db/client.ts";
import { ownEmail, users } from "../../db/schema/accounts.ts";
import { orderDrafts, orderNotes } from "../../db/schema/customer-service.ts";
import type { Admin } from "../base/actor.ts";
import { notFound, retryingConflicts } from "../base/errors.ts";
import { recordAct } from "../base/record-act.ts";
import type { Seller } from "../base/shop-facts.ts";
import { claimOrder } from "./claim.ts";
import { atOwnPrice, noteOfPrices, type OwnPrices, ownPricesOf } from "./own-prices.ts";
import { arrivalOf, type PlaceOrderDeps, refuseMethod, refuseOtherTotal } from "./place.ts";
import { priceOf } from "./price.ts";
import { readOrder } from "./read.ts";
import { mergeLines, type TakenUnits, takeStock } from "./stock.ts";
import { type OrderCustomer, writeOrder } from "./write.ts";

export type PlaceByHandDeps = PlaceOrderDeps & { seller: Seller };

type ShippingAddress = NonNullable<OrderByHand["shippingAddress"]>;

/**
 * Enters an order for a customer, by the stock, the terms of sale and the numbers of all orders. Prices can be the
 * administrator's own, with a reason. The customer gets the mail of a placed order, whose link leads to its payment. Throws
 * OUT_OF_STOCK, NOT_FOUND, VALIDATION and PRICE_CHANGED as a customer's order, and FORBIDDEN for own prices without the
 * permission to refund. Idempotent by `key`.
 */
export async function placeByHand(
  { db, settings, limitPerProduct, terms, emit, seller }: PlaceByHandDeps,
  admin: Admin<"orders.fulfil">,
  { key, ...input }: OrderByHand & { key?: string | undefined },
): Promise<Order> {
  // Money that is there already was paid in any way.
  if (input.received === undefined) refuseMethod(settings.current, input);
  const ownPrices = ownPricesOf(admin, input.orderItems);
  const units = mergeLines(input.orderItems.map(({ product, qty }) => ({ productId: product, qty })));
  const id = uuidv7();
  const { transferHoldMs, delivery } = settings.current;
  const place = () =>
    db.transaction(async (tx) => {
      const claimed = await claimOrder(tx, admin, { id, input, key });
      if (claimed !== id) return { orderId: claimed, placed: null };
      const customer = await lockCustomer(tx, input.customer);
      const taken = await takeStock(tx, units);
      const items = taken.map((item) => atOwnPrice(item, ownPrices));
      const current = await terms.current(tx);
      const uncharged = input.isCounterSale ? counterSale : undefined;
      const facts = { ...input, shippingAddress: addressOf(input, current.terms, seller), uncharged };
      const price = priceOf(items, facts, current);
      refuseOtherTotal(price.parts.totalCents, input.expectedTotal, "Please look at the order once more.");
      // It waits for its payment as long as an order by transfer, which is entered by hand as well.
      const hold = { holdMs: transferHoldMs, mailAfterMs: 0, arrival: arrivalOf(price, delivery) };
      await writeOrder(tx, customer, { id, input: facts, items, price, placedBy: admin.id, ...hold });
      await noteByHand(tx, admin, { id, input, taken, ownPrices });
      if (input.draft !== undefined) await tx.delete(orderDrafts).where(eq(orderDrafts.id, input.draft));
      await recordAct(tx, admin, { act: "created", entity: "order", entityId: id, subject: id.slice(-5) });
      return { orderId: id, placed: { user: customer.id, totalCents: price.parts.totalCents } };
    });
  const productIds = units.map(({ productId }) => productId);
  const { orderId, placed } = await limitPerProduct(productIds, () => retryingConflicts(place));
  if (placed !== null) emit({ type: "order placed", order: orderId, ...placed });
  return readOrder(db, admin, orderId);
}

/** Where the goods go: for those that are handed over, where the shop is. */
function addressOf(
  { isCounterSale, shippingAddress, counterRegion }: OrderByHand,
  terms: TermsOfSale,
  { address, name }: Seller,
): ShippingAddress {
  if (!isCounterSale) {
    // The schema requires it.
    if (shippingAddress === undefined) throw new Error("an order without an address");
    return shippingAddress;
  }
  const country = homeCountry(terms);
  return {
    address: address.length > 0 ? address.join(", ") : name,
    city: "",
    postalCode: "",
    country: country === null ? "" : nameOfCountry(country),
    ...(country === null ? {} : { countryCode: country }),
    ...(counterRegion === "" ? {} : { region: counterRegion }),
  };
}

/** The account of the order, or a new guest customer. */
async function lockCustomer(tx: Db, customer: OrderByHand["customer"]): Promise<OrderCustomer> {
  if (customer.is === "account") {
    const [found] = await tx
      .select({ id: users.id, name: users.name, email: ownEmail })
      .from(users)
      .where(and(eq(users.id, customer.id), isNull(users.deletedAt)))
      .for("no key update");
    if (found === undefined || found.email === null) throw notFound("User");
    return { ...found, email: found.email };
  }
  const guest = { id: uuidv7(), name: customer.name, email: customer.email };
  await tx.insert(users).values({ id: guest.id, name: guest.name, guestEmail: guest.email });
  return guest;
}

type Noted = { id: string; input: OrderByHand; taken: readonly TakenUnits[]; ownPrices: OwnPrices };

/** The note of the order, and one that says which prices are not those of the catalog, and why. */
async function noteByHand(
  tx: Db,
  admin: Admin<"orders.fulfil">,
  { id, input, taken, ownPrices }: Noted,
): Promise<void> {
  const texts = [...noteOfPrices(taken, ownPrices, input.priceReason), ...(input.note === "" ? [] : [input.note])];
  if (texts.length === 0) return;
  await tx.insert(orderNotes).values(texts.map((text) => ({ id: uuidv7(), orderId: id, userId: admin.id, text })));
}
