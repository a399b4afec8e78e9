import type { Order } from "@shop/shared/order/order";
import { describe, expect, it } from "vitest";
import type { MailBody } from "../../src/domain/mail/templates/body.ts";
import {
  orderDelivered,
  orderPlaced,
  orderShipped,
  paymentReceived,
} from "../../src/domain/mail/templates/order-mails.ts";
import { stockAlert } from "../../src/domain/mail/templates/product-mails.ts";
import { toHtml } from "../../src/domain/mail/templates/to-html.ts";
import { toText } from "../../src/domain/mail/templates/to-text.ts";
import { greeting } from "../../src/domain/mail/templates/words.ts";

const shop = { name: "Lumen & Loom", origin: "https://shop.example.com", timeZone: "UTC" };
const id = "0190c4de-0000-7000-8000-0000000bbbbb";
const footer = {
  profileUrl: "https://shop.example.com/profile",
  unsubscribeUrl: `https://shop.example.com/unsubscribe?token=${"x".repeat(300)}`,
};
const at = "2026-03-01T10:00:00.000Z";

function orderWith(orderItems: Order["orderItems"]): Order {
  return {
    _id: id,
    user: { name: "Ada", email: "ada@example.com" },
    orderItems,
    paymentMethod: "PayPal",
    createdAt: at,
    shippingAddress: { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" },
    itemsPrice: 234,
    discountPrice: 0,
    discounts: [],
    shippingPrice: 0,
    taxPrice: 35.1,
    totalPrice: 269.1,
    paymentResult: null,
    isPaid: true,
    paidAt: at,
    isConfirmed: false,
    confirmedAt: null,
    isProcessed: false,
    processedAt: null,
    isShipped: false,
    shippedAt: null,
    isDelivered: false,
    deliveredAt: null,
    isPartlyShipped: false,
    arrival: null,
    parcels: [],
    matters: [],
    refunds: [],
    capturedPrice: 269.1,
    refundedPrice: 0,
    isRefunded: false,
    isRestocked: false,
    isWithdrawn: false,
    cancellation: null,
  };
}

const factsOf = (order: Order) => ({
  shop,
  order,
  heldUntil: new Date(at),
  url: `${shop.origin}/order/${id}`,
  choices: { progress: true, reviews: true },
});

describe("a mail", () => {
  const longest = Array.from({ length: 100 }, (_, n) => ({
    name: '"'.repeat(200),
    qty: 1_000,
    price: 999_999.99,
    product: id.replace("b", String(n % 10)),
    image: `/uploads/${id}.webp`,
  }));

  it.each([orderPlaced, paymentReceived, orderShipped, orderDelivered])(
    "of the largest order stays below 100 KB, which mailboxes clip: $name",
    (write) => {
      const body = write(factsOf(orderWith(longest)), true);
      expect(Buffer.byteLength(toHtml(body, shop, footer))).toBeLessThan(100_000);
    },
  );

  it("shows what was bought in images of the shop's own, sized and with words in their place, and no others", () => {
    const [line] = longest;
    if (line === undefined) throw new Error("There is no line");
    const foreign = { ...line, name: "Rug", image: "https://elsewhere.example.com/rug.png" };
    const facts = factsOf(orderWith([{ ...line, name: "Desk lamp" }, foreign]));
    const images = (body: MailBody) => toHtml(body, shop, footer).match(/<img [^>]*>/g) ?? [];
    const [shown, ...others] = images(paymentReceived(facts));
    expect(shown).toContain(
      `src="https://shop.example.com/uploads/${id}-160.webp" alt="Desk lamp" width="72" height="72"`,
    );
    expect(others).toEqual([]);
    expect(images(orderDelivered(facts, true))).toHaveLength(1);
    const alert = stockAlert(shop, { id, name: "Desk lamp", image: `/uploads/${id}.webp` });
    expect(images(alert)).toHaveLength(1);
    expect(toText(alert, shop, footer)).toBe(toText(stockAlert(shop, { id, name: "Desk lamp" }), shop, footer));
  });

  it("has one button, which follows the only parcel, or leads to the order", () => {
    const parcel = { carrierName: "DHL", shippedAt: at, items: [], version: 1 };
    const parcelOf = (n: number, isTracked = true) => ({
      ...parcel,
      _id: String(n),
      carrier: "dhl" as const,
      trackingNumber: String(n),
      trackingUrl: isTracked ? `https://dhl.example.com/${n}` : null,
    });
    const buttons = (parcels: Order["parcels"]) => {
      const html = toHtml(orderShipped(factsOf({ ...orderWith([]), parcels })), shop, footer);
      return [...html.matchAll(/class="button" href="([^"]+)"/g)].map(([, url]) => url);
    };
    expect(buttons([])).toEqual([`${shop.origin}/order/${id}`]);
    expect(buttons([parcelOf(1)])).toEqual(["https://dhl.example.com/1"]);
    expect(buttons([parcelOf(1, false)])).toEqual([`${shop.origin}/order/${id}`]);
    expect(buttons([parcelOf(1), parcelOf(2)])).toEqual([`${shop.origin}/order/${id}`]);
  });

  it("names every line of a large order in its text", () => {
    const body = paymentReceived(factsOf(orderWith(longest.map((line, n) => ({ ...line, name: `Lamp ${n}.` })))));
    const text = toText(body, shop, footer);
    const html = toHtml(body, shop, footer);
    for (let n = 0; n < 100; n += 1) {
      expect(text).toContain(`Lamp ${n}.`);
      expect(html).toContain(`Lamp ${n}.`);
    }
  });

  it("shows texts of customers and products as text, and images of the shop only", () => {
    const items = [
      { name: "<img src=x onerror=alert(1)>", qty: 1, price: 5, product: id, image: "https://evil.example/pixel.gif" },
      { name: "Lamp", qty: 2, price: 5, product: id, image: `/uploads/${id}.webp` },
    ];
    const html = toHtml(paymentReceived(factsOf(orderWith(items))), shop, footer);
    expect(html).not.toContain("<img src=x");
    expect(html).not.toContain("evil.example");
    expect(html.match(/<img [^>]*>/g)).toHaveLength(1);
    expect(html).toMatch(new RegExp(`<img src="https://shop.example.com/uploads/${id}-160.webp" alt="Lamp"`));
  });

  it("has a light and a dark design, a language and a title", () => {
    const html = toHtml(paymentReceived(factsOf(orderWith([]))), shop, footer);
    expect(html).toContain('<html lang="en"');
    expect(html).toContain("<title>Your receipt for order bbbbb</title>");
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain("@media (prefers-color-scheme: dark)");
  });

  it("says of an order whose units are gone that the shop looks into it", () => {
    const order = orderWith([]);
    const matters: Order["matters"] = [{ _id: id, kind: "stock gone", amount: null, openedAt: at }];
    expect(toText(paymentReceived(factsOf({ ...order, matters })), shop, footer)).toContain("checking the stock");
  });
});

describe("the greeting", () => {
  it.each(["Ada Lovelace", "Ünïcode O'Brien", "J. R. R. Tolkien", "Dr. Who"])("names %s", (name) => {
    expect(greeting(name)).toBe(`Hello ${name},`);
  });

  it.each(["visit evil.example", "https://evil.example", "www evil", "x".repeat(61), "a\nb", "<b>"])(
    "leaves %j out",
    (name) => {
      expect(greeting(name)).toBe("Hello,");
    },
  );
});
