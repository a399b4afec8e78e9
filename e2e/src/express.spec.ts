import type { Locator, Page } from "@playwright/test";
import { enterAsNew, expect, expectAccessible, expectGoodAtAllWidths, tabTo, test } from "./customer.ts";
import { answer, paidState } from "./paying.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

// Browsers log failed requests to the console.
test.use({ expectedErrors: [/status of 401/] });

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

const buyWithPayPal = (page: Page) => page.getByRole("button", { name: "Buy with PayPal" });
const addLamp = (name: string) => shop.addProduct({ name, priceCents: 4_000, stock: 9 });

async function arriveAtPayPal(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/checkoutnow\?token=/);
  await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();
}

/** From the last step, which PayPal has filled in, to the paid order. */
async function placeOrder(page: Page, press: (control: Locator) => Promise<void>): Promise<void> {
  await expect(page).toHaveURL("/placeorder");
  await expect(page.getByText("500 Example Avenue, Apt 4")).toBeVisible();
  await press(page.getByRole("button", { name: "Place Order" }));
  await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}$/);
  await expect(paidState(page)).toBeVisible();
}

test("a guest buys a product with PayPal by touch, in four screens and three presses", { tag: "@phone" }, async ({
  page,
}) => {
  await page.goto(`/product/${await addLamp("Lamp bought at once")}`);
  await buyWithPayPal(page).tap();
  await arriveAtPayPal(page);
  await page.getByRole("button", { name: "Approve" }).tap();
  await expect(page.getByRole("heading", { level: 1, name: "Place Order" })).toBeVisible();
  await expectAccessible(page);
  await placeOrder(page, (control) => control.tap());
  await expect(page.getByRole("heading", { name: "Thank you, Maria" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Keep your orders in an account" })).toBeVisible();
});

test("a customer buys a cart with PayPal by keyboard alone, after a look at it", { tag: "@wide" }, async ({ page }) => {
  await enterAsNew(page, "Ada Lovelace");
  await page.goto(`/product/${await addLamp("Lamp in a cart")}`);
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Add To Cart" }).first().click();
  await expect(buyWithPayPal(page)).toBeVisible();
  await expectGoodAtAllWidths(page);
  const press = async (control: Locator) => {
    await tabTo(page, control);
    await page.keyboard.press("Enter");
  };
  await press(buyWithPayPal(page));
  await arriveAtPayPal(page);
  // Its customer may think again.
  await answer(page, "Cancel");
  await expect(page).toHaveURL(/\/cart/);
  await expect(page.getByRole("link", { name: "Lamp in a cart", exact: true })).toBeVisible();
  await press(buyWithPayPal(page));
  await arriveAtPayPal(page);
  await press(page.getByRole("button", { name: "Approve" }));
  await expect(page).toHaveURL("/placeorder");
  await expectGoodAtAllWidths(page);
  await placeOrder(page, press);
  await expect(page.getByRole("heading", { name: "Thank you, Ada" })).toBeVisible();
});
