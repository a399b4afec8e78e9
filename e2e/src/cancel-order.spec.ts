import type { Page } from "@playwright/test";
import { enterAs, expect, expectGoodAtAllWidths, loseSession, tabTo, test } from "./customer.ts";
import { openPaidOrder, openUnpaidOrder } from "./paying.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

const admin = { email: "admin@example.com", password: "admin-demo-2026" };

const ask = (page: Page) => page.getByRole("button", { name: "Cancel this order…" });
const dialog = (page: Page) => page.getByRole("dialog");
const proceed = (page: Page) => dialog(page).getByRole("button", { name: "Cancel the order" });

test("a customer cancels an order by keyboard, and is told what becomes of the money", async ({ page }) => {
  const { id } = await openPaidOrder(page, shop);
  await tabTo(page, ask(page));
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("Why? (optional)")).toBeFocused();
  await expect(dialog(page).getByText(/^We send \$138\.00 back to where your payment came from/)).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.keyboard.press("Escape");
  await expect(ask(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("Why? (optional)")).toBeFocused();
  await page.keyboard.type("The wrong size");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your order is cancelled")).toBeVisible();
  await expect(page.getByText(/^You cancelled this order on .*: The wrong size$/)).toBeVisible();
  await expect(page.getByText(/^Refunded on /)).toBeVisible();
  await expect(ask(page)).toHaveCount(0);
  await expectGoodAtAllWidths(page);
  await page.getByRole("link", { name: "My Orders" }).click();
  await expect(page.getByRole("row", { name: new RegExp(id.slice(-5)) })).toContainText("Cancelled");
});

test("an administrator cancels an unpaid order, and reinstates it for its customer", async ({ page }) => {
  const { id, customer } = await openUnpaidOrder(page, shop);
  await expect(ask(page)).toBeVisible();
  await loseSession(page);
  await enterAs(page, admin);
  await page.goto(`/order/${id}`);
  await page.getByRole("button", { name: "Cancel the order…" }).click();
  await expect(dialog(page).getByText("The order cannot be paid any more.")).toBeVisible();
  await expect(dialog(page).getByText(/back into the stock\.$/)).toBeVisible();
  await expectGoodAtAllWidths(page);
  await dialog(page).getByLabel("What you tell the customer (optional)").fill("It was damaged in our store.");
  await proceed(page).click();
  await expect(page.getByText(/^You cancelled this order on .*: It was damaged in our store\.$/)).toBeVisible();
  await expect(page.getByText("This order was cancelled").first()).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.goto(`/admin/orderlist?state=cancelled&search=${id}`);
  await expect(page.getByRole("row", { name: new RegExp(id.slice(-5)) })).toContainText("Cancelled");
  await loseSession(page);

  await enterAs(page, customer);
  await page.goto(`/order/${id}`);
  await expect(page.getByText(/^We cancelled this order on .*: It was damaged in our store\.$/)).toBeVisible();
  await expect(page.getByText("There is nothing to pay.")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await loseSession(page);

  await enterAs(page, admin);
  await page.goto(`/order/${id}`);
  await page.getByRole("button", { name: "Reinstate the order…" }).click();
  await expect(dialog(page).getByLabel("What you tell the customer")).toBeFocused();
  await expectGoodAtAllWidths(page);
  await dialog(page).getByRole("button", { name: "Reinstate" }).click();
  await expect(page.getByRole("button", { name: "Cancel the order…" })).toBeVisible();
  await expect(page.getByText("Your order is open again").first()).toBeVisible();
});
