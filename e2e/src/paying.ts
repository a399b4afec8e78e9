import type { Locator, Page } from "@playwright/test";
import { enterAsNew, expect } from "./customer.ts";
import type { ShopDatabase } from "./shop-database.ts";

const shippingAddress = { address: "221B Baker Street", city: "London", postalCode: "NW1 6XE", country: "UK" };

type NewOrder = { name?: string; qty?: number; paymentMethod?: "PayPal" | "Credit Card" };

/** Opens an unpaid order of a new customer for a new product at $120.00. */
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

/** Opens a paid order of a new customer. */
export async function openPaidOrder(page: Page, shop: ShopDatabase, order: NewOrder = {}) {
  const opened = await openUnpaidOrder(page, shop, order);
  await answer(await openWindow(page), "Approve");
  await expect(paidState(page)).toBeVisible();
  return opened;
}

export const payPal = (page: Page) => page.getByRole("button", { name: "PayPal", exact: true });
export const card = (page: Page) => page.getByRole("button", { name: "Debit or Credit Card" });
export const paidState = (page: Page) => page.getByText(/^Paid on \d{4}-\d\d-\d\d$/);
export const failures = (page: Page) => page.getByRole("alert").filter({ hasText: /./ });

/** Clicks a payment button and waits for the payment window. */
export async function openWindow(page: Page, button: Locator = payPal(page)): Promise<Page> {
  const [window] = await Promise.all([page.waitForEvent("popup"), button.click()]);
  await expect(window.getByRole("button", { name: "Approve" })).toBeVisible();
  return window;
}

export const answer = (window: Page, name: string) => window.getByRole("button", { name }).click();

/** The value at a path of parsed JSON; `undefined` if there is none. */
export function inside(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>((found, key) => Reflect.get(Object(found), key), value);
}

async function controlUrl(page: Page, path: string): Promise<string> {
  const config: unknown = await (await page.request.get("/trpc/order.paymentConfig")).json();
  return `${inside(config, "result", "data", "scriptBase")}/control/${path}`;
}

/** Posts to the control API of the payment simulator; without data, resets what was posted. */
export async function control(page: Page, path: string, data?: object): Promise<void> {
  const url = await controlUrl(page, path);
  const response = data === undefined ? await page.request.delete(url) : await page.request.post(url, { data });
  expect(response.ok(), path).toBe(true);
}

/** State of the payment simulator. */
async function readSimulator(page: Page, path: string): Promise<unknown> {
  return (await page.request.get(await controlUrl(page, path))).json();
}

/** The capture id and refunded amounts that the provider has for an order. */
export async function providerRecord(page: Page, orderId: string): Promise<{ capture: string; refunds: string[] }> {
  const orders = await readSimulator(page, "orders");
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

/** Delivers the webhook for the newest event of this type. */
export async function sendEvent(page: Page, type: string): Promise<void> {
  const events = inside(await readSimulator(page, "state"), "events");
  const list: unknown[] = Array.isArray(events) ? events : [];
  const event = list.find((each) => inside(each, "event", "event_type") === type);
  await control(page, `events/${inside(event, "event", "id")}/send`, {});
}
