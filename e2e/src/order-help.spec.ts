import { randomUUID } from "node:crypto";
import { enterAs, enterAsNew, expect, expectAccessible, expectGoodAtAllWidths, loseSession, test } from "./customer.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

const admin = { email: "admin@example.com", password: "admin-demo-2026" };

test("an order appears on the open list by itself once it is paid, and not under a selection", {
  tag: "@wide",
}, async ({ page }) => {
  await enterAs(page, admin);
  const streams = page.waitForResponse((response) => response.url().endsWith("/api/orders/live"));
  await page.goto("/admin/orderlist?state=to-confirm");
  expect((await streams).status()).toBe(200);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  const first = await shop.addOrder({ customerName: `Live ${randomUUID()}` });
  await shop.payNow(first);
  const row = page.getByRole("row").filter({ hasText: first.slice(-5) });
  await expect(row).toBeVisible();
  await expect(page.getByText("1 new order")).toBeVisible();
  await row.getByRole("checkbox").check();
  const second = await shop.addOrder({ customerName: `Live ${randomUUID()}` });
  await shop.payNow(second);
  await expect(page.getByText("2 new orders")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: second.slice(-5) })).toHaveCount(0);
  await expect(page.getByText("1 selected")).toBeVisible();
  // So high that the bar of the selection covers no link by half.
  await page.setViewportSize({ width: 1_440, height: 2_400 });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: second.slice(-5) })).toBeVisible();
});

test("a customer asks about an order, and the shop answers, notes and looks up the person", {
  tag: ["@both", "@wide"],
}, async ({ page }) => {
  const customer = await enterAsNew(page, "Hedy Lamarr");
  const id = await shop.addOrder({ customerName: customer.name, email: customer.email, stepsDone: 1 });
  await page.goto(`/order/${id}`);
  const messages = page.getByRole("region", { name: "Messages" });
  await messages.getByRole("button", { name: "Write a message" }).click();
  await messages.getByRole("textbox", { name: "Write to us" }).fill("Could you ring twice?\nThank you!");
  await expectGoodAtAllWidths(page);
  await messages.getByRole("button", { name: "Send message" }).click();
  await expect(messages.getByText("Could you ring twice?")).toBeVisible();
  await expect(messages.getByRole("button", { name: "Write a message" })).toBeFocused();

  await loseSession(page);
  await enterAs(page, admin);
  await page.goto("/admin/orderlist?state=messages");
  await page.getByRole("link", { name: `Details of order ${id.slice(-5)}` }).click();
  await expect(messages.getByText("New", { exact: true })).toBeVisible();
  await messages.getByRole("button", { name: "Write a message" }).click();
  await messages.getByRole("textbox", { name: "Write to the customer" }).fill("We will.");
  await messages.getByRole("button", { name: "Send message" }).click();
  await expect(messages.getByText("New", { exact: true })).toHaveCount(0);
  const notes = page.getByRole("region", { name: "Notes" });
  await notes.getByRole("textbox", { name: "Add a note" }).fill("Rings twice");
  await notes.getByRole("button", { name: "Add note" }).click();
  await expect(notes.getByText("Rings twice")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await notes.getByRole("link", { name: "First order of Hedy Lamarr" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Customer" })).toBeFocused();
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("We will.");
  await expectGoodAtAllWidths(page);
});
