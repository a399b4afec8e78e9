import type { Arrival } from "@shop/shared/order/delivery";
import type { Order, PlaceOrder } from "@shop/shared/order/order";
import { sql } from "drizzle-orm";
import { uuidv7 } from "uuidv7";
import { type Db, preparedFor } from "../../db/client.ts";
import { orderDiscounts } from "../../db/schema/discounts.ts";
import { mails } from "../../db/schema/mails.ts";
import { orderEvents, orderItems, orders } from "../../db/schema/orders.ts";
import type { User } from "../base/actor.ts";
import type { MailData } from "../outbox/mail-data.ts";
import { emptyRelations, toOrder } from "./dto.ts";
import type { OrderPrice } from "./price.ts";
import type { TakenUnits } from "./stock.ts";

/** What an order has of what was asked for, beside its lines. */
type OrderFacts = Pick<PlaceOrder, "shippingAddress" | "paymentMethod" | "taxNumber">;

const given = sql.placeholder;

const writtenOrder = preparedFor((db) => {
  const placed = db.$with("placed").as(
    db
      .insert(orders)
      .values({
        id: given("id"),
        userId: given("userId"),
        customerName: given("customerName"),
        customerEmail: given("customerEmail"),
        address: given("address"),
        city: given("city"),
        postalCode: given("postalCode"),
        country: given("country"),
        countryCode: given("countryCode"),
        region: given("region"),
        taxNumber: given("taxNumber"),
        recipient: given("recipient"),
        phone: given("phone"),
        termsVersion: given("termsVersion"),
        taxIncluded: given("taxIncluded"),
        taxes: sql`${given("taxes")}::jsonb`,
        delivery: sql`${given("delivery")}::jsonb`,
        paymentMethod: given("paymentMethod"),
        itemsCents: given("itemsCents"),
        discountCents: given("discountCents"),
        shippingCents: given("shippingCents"),
        taxCents: given("taxCents"),
        totalCents: given("totalCents"),
        arrivesFrom: given("arrivesFrom"),
        arrivesTo: given("arrivesTo"),
        // By the database's clock, like the release of the hold.
        heldUntil: sql`now() + ${given("holdMs")} * interval '1 millisecond'`,
      })
      .returning(),
  );
  const lines = db.$with("lines", {}).as(sql`
    insert into ${orderItems} (
      order_id, position, product_id, name, image, price_cents, discount_cents, regular_price_cents, lowest_price_cents,
      qty, sku, gtin, tax_class, grams
    )
    select ${given("id")}::uuid, place - 1, "productId", name, image, "priceCents", coalesce("discountCents", 0),
      "regularPriceCents", "lowestPriceCents", qty, sku, gtin, "taxClass", grams
    from rows from (json_to_recordset(${given("items")})
      as ("productId" uuid, name text, image text, "priceCents" int, "discountCents" bigint, "regularPriceCents" int,
        "lowestPriceCents" int, qty int, sku text, gtin text, "taxClass" text, grams int)) with ordinality
      as item("productId", name, image, "priceCents", "discountCents", "regularPriceCents", "lowestPriceCents", qty, sku,
        gtin, "taxClass", grams, place)`);
  const discounts = db.$with("discounted", {}).as(sql`
    insert into ${orderDiscounts} (
      order_id, rule_id, rule_version, code, name, lines, delivery_cents, amount_cents
    )
    select ${given("id")}::uuid, "ruleId", "ruleVersion", code, name, lines, "deliveryCents", "amountCents"
    from json_to_recordset(${given("discounts")}) as ("ruleId" uuid, "ruleVersion" int, code text, name text, lines jsonb,
      "deliveryCents" bigint, "amountCents" bigint)`);
  const event = db.$with("event").as(
    db.insert(orderEvents).values({
      id: given("eventId"),
      orderId: given("id"),
      userId: given("placedBy"),
      act: "placed",
    }),
  );
  // In this statement, so that an order costs no more round trips.
  const mail = db.$with("mail").as(
    db.insert(mails).values({
      id: given("mailId"),
      kind: sql`${given("mailKind")}`,
      data: sql`${given("mailData")}::jsonb`,
      userId: given("userId"),
      recipient: given("customerEmail"),
      orderId: given("id"),
      sendAt: sql`now() + ${given("mailAfterMs")}::float8 * interval '1 millisecond'`,
    }),
  );
  return db.with(placed, lines, discounts, event, mail).select().from(placed).prepare("written_order");
});

/** Whose order it is, with the name and the address of its mails. */
export type OrderCustomer = Pick<User, "id" | "name" | "email">;

/** Times in milliseconds. */
type NewOrder = {
  id: string;
  input: OrderFacts;
  /** The administrator who entered it; the customer without one. */
  placedBy?: string;
  /** Its lines at the prices of the catalog, or of an administrator. */
  items: readonly TakenUnits[];
  price: OrderPrice;
  holdMs: number;
  /** After how long the customer of the still unpaid order gets a mail. */
  mailAfterMs: number;
  /** When the customer was told that it arrives. */
  arrival: Arrival | null;
  /** The first mail about it, if not that of a placed order. */
  mail?: { kind: "order exchanged"; data: MailData<"order exchanged"> };
};

/** Inserts an order, its lines, the first entry of its history and the first mail about it, in one statement. */
export async function writeOrder(tx: Db, user: OrderCustomer, order: NewOrder): Promise<Order> {
  const { id, input, price, holdMs, mailAfterMs, arrival, mail, placedBy = user.id } = order;
  const { given: discounts, goods: saved } = price.discounts;
  const items = order.items.map((item, n) => ({
    ...item,
    priceCents: price.unitCents[n] ?? item.priceCents,
    discountCents: saved[n] ?? 0,
  }));
  const [row] = await writtenOrder(tx).execute({
    id,
    userId: user.id,
    placedBy,
    customerName: user.name,
    customerEmail: user.email,
    ...addressOf(input),
    taxNumber: input.taxNumber ?? "",
    paymentMethod: input.paymentMethod,
    ...price.parts,
    countryCode: price.countryCode,
    termsVersion: price.termsVersion,
    taxIncluded: price.taxIncluded,
    taxes: price.taxes === null ? null : JSON.stringify(price.taxes),
    delivery: JSON.stringify(price.delivery),
    arrivesFrom: arrival?.from ?? null,
    arrivesTo: arrival?.to ?? null,
    holdMs,
    mailAfterMs,
    mailKind: mail?.kind ?? "order placed",
    mailData: JSON.stringify(mail?.data ?? {}),
    items: JSON.stringify(items),
    discounts: JSON.stringify(discounts),
    eventId: uuidv7(),
    mailId: uuidv7(),
  });
  if (row === undefined) throw new Error("the insert returned no order");
  const lines = items.map(({ productId, ...item }) => ({ ...item, product: productId }));
  return toOrder({ ...row, ...emptyRelations, items: lines, discounts });
}

function addressOf({
  shippingAddress: { name = "", region = "", phone = "", countryCode: _code, ...address },
}: OrderFacts) {
  return { ...address, recipient: name, region, phone };
}
