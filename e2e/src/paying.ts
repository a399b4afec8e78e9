import type { Locator, Page } from "@playwright/test";
import { enterAsNew, expect } from "./customer.ts";
import type { ShopDatabase } from "./shop-database.ts";

const shippingAddress = { address: "221B Baker Street", city: "London", postalCode: "NW1 6XE", country: "UK" };

type NewOrder = { name?: string; qty?: number; paymentMethod?: "PayPal" | "Credit Card" };

/** A new person's order of a product of its own at $120.00, on its page. */
export async function openUnpaidOrder(
  page: Page,
  shop: ShopDatabase,
  { name = "Paid in the browser", qty = 1, paymentMethod = "PayPal" }: NewOrder = {},
) {
  const product = await shop.addProduct({ name, priceCents: 12_000, stock: 5 });
  const customer = await enterAsNew(page);
  const placed = await page.request.post("/api/orders", {
    data: { orderItems: [{ product, qty }], shippingAddress, paymentMethod },
  });
  const id = String(inside(await placed.json(), "_id"));
  await page.goto(`/order/${id}`);
  return { id, product, customer };
}

/** A new person's paid order, on its page. */
export async function openPaidOrder(page: Page, shop: ShopDatabase, order: NewOrder = {}) {
  const opened = await openUnpaidOrder(page, shop, order);
  await answer(await openWindow(page), "Approve");
  await expect(paidState(page)).toBeVisible();
  return opened;
}

export const payPal = (page: Page) => page.getByRole("button", { name: "PayPal" });
export const card = (page: Page) => page.getByRole("button", { name: "Debit or Credit Card" });
export const paidState = (page: Page) => page.getByText(/^Paid on \d{4}-\d\d-\d\d$/);
export const failures = (page: Page) => page.getByRole("alert").filter({ hasText: /./ });

/** Presses a payment button and waits for its window. */
export async function openWindow(page: Page, button: Locator = payPal(page)): Promise<Page> {
  const [window] = await Promise.all([page.waitForEvent("popup"), button.click()]);
  await expect(window.getByRole("button", { name: "Approve" })).toBeVisible();
  return window;
}

export const answer = (window: Page, name: string) => window.getByRole("button", { name }).click();

/** What parsed JSON holds at a place. */
export function inside(value: unknown, ...place: (string | number)[]): unknown {
  return place.reduce<unknown>((found, key) => Reflect.get(Object(found), key), value);
}

async function controlAddress(page: Page, path: string): Promise<string> {
  const config: unknown = await (await page.request.get("/trpc/order.paymentConfig")).json();
  return `${inside(config, "result", "data", "scriptBase")}/control/${path}`;
}

/** Tells the simulated provider how to behave, or what becomes of an order; without a word, to behave well again. */
export async function control(page: Page, path: string, data?: object): Promise<void> {
  const address = await controlAddress(page, path);
  const answer = data === undefined ? await page.request.delete(address) : await page.request.post(address, { data });
  expect(answer.ok(), path).toBe(true);
}

/** What the simulated provider knows. */
async function askProvider(page: Page, path: string): Promise<unknown> {
  return (await page.request.get(await controlAddress(page, path))).json();
}

/** What the provider holds of an order of the shop: the captured payment, and what it refunded of it. */
export async function providerRecord(page: Page, orderId: string): Promise<{ capture: string; refunds: string[] }> {
  const orders = await askProvider(page, "orders");
  const list: unknown[] = Array.isArray(orders) ? orders : [];
  const payments = list
    .map((order) => inside(order, "purchase_units", 0))
    .filter((unit) => inside(unit, "custom_id") === orderId)
    .map((unit) => inside(unit, "payments"))
    .find((found) => found !== undefined);
  const refunds = inside(payments, "refunds");
  return {
    capture: String(inside(payments, "captures", 0, "id")),
    refunds: Array.isArray(refunds) ? refunds.map((refund) => String(inside(refund, "amount", "value"))) : [],
  };
}

/** Sends the shop the newest event of a kind, as the provider does by itself. */
export async function sendEvent(page: Page, type: string): Promise<void> {
  const events = inside(await askProvider(page, "state"), "events");
  const list: unknown[] = Array.isArray(events) ? events : [];
  const event = list.find((each) => inside(each, "event", "event_type") === type);
  await control(page, `events/${inside(event, "event", "id")}/send`, {});
}
