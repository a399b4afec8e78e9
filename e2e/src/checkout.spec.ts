import type { Page } from "@playwright/test";
import {
  enterAsNew,
  expect,
  expectAccessible,
  expectGoodAtAllWidths,
  newAccount,
  register,
  tabTo,
  test,
} from "./customer.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

// Browsers log failed requests to the console.
test.use({ expectedErrors: [/status of 40[149]|ERR_FAILED|ERR_ABORTED/] });

const address = { Address: "221B Baker Street", City: "London", "Postal Code": "NW1 6XE", Country: "United Kingdom" };

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

async function addToCart(page: Page, productId: string, qty = 1) {
  await page.goto(`/product/${productId}`);
  await page.getByLabel("Quantity").selectOption(String(qty));
  await page.getByRole("button", { name: "Add To Cart" }).first().click();
  await expect(page).toHaveURL("/cart");
}

/** Takes a new customer with one product to the last checkout step. */
async function toLastStep(page: Page, name: string, qty = 1) {
  const productId = await shop.addProduct({ name, priceCents: 12_000, stock: 20 });
  await enterAsNew(page);
  await addToCart(page, productId, qty);
  await page.getByRole("link", { name: "Proceed To Checkout" }).click();
  await expect(page).toHaveURL("/shipping");
  for (const [label, value] of Object.entries(address)) await page.getByLabel(label).fill(value);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/payment");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/placeorder");
  return productId;
}

async function countOrders(page: Page): Promise<number> {
  const response = await page.request.get("/api/orders/mine");
  const orders: unknown = await response.json();
  return Array.isArray(orders) ? orders.length : -1;
}

const placeOrder = (page: Page) => page.getByRole("button", { name: "Place Order" });

test(
  "a customer goes from a product to an order, past a price change and a sold-out surprise",
  { tag: "@phone" },
  async ({ page }, { project }) => {
    const first = await shop.addProduct({ name: `Lamp for ${project.name}`, priceCents: 4_000, stock: 9 });
    const second = await shop.addProduct({ name: `Mug for ${project.name}`, priceCents: 1_500, stock: 9 });
    const third = await shop.addProduct({ name: `Vase for ${project.name}`, priceCents: 2_000, stock: 9 });
    await addToCart(page, first, 3);
    await addToCart(page, second, 2);
    await addToCart(page, third, 1);

    // A price change, a lower stock and a deleted product while the cart is filled.
    await shop.setPrice(first, 4_500);
    await shop.setStock(second, 1);
    await shop.remove(third);
    await page.reload();
    await expect(page.getByText(/^Old price \$40\.00.*new price \$45\.00 each$/)).toBeVisible();
    await expect(page.getByText("Only 1 left")).toBeVisible();
    await expect(page.getByText("No longer available")).toBeVisible();
    await expect(page.getByText(/estimated total is now \$172\.50/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Proceed To Checkout" })).toBeDisabled();
    await expectGoodAtAllWidths(page);
    await page.getByRole("button", { name: "Accept changes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Shopping Cart (4 items)" })).toBeFocused();
    await page.reload();
    await expect(page.getByText("Subtotal (4) items")).toBeVisible();
    await expect(page.getByText("$150.00")).toBeVisible();

    await page.getByRole("link", { name: "Proceed To Checkout" }).click();
    await page.getByRole("link", { name: "Register" }).click();
    await register(page, newAccount());
    await expect(page).toHaveURL("/shipping");
    await expectGoodAtAllWidths(page);
    await page.goto("/placeorder");
    await expect(page, "an address comes first").toHaveURL("/shipping");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Address is required")).toBeVisible();
    await expect(page.getByLabel("Address")).toBeFocused();
    await expectGoodAtAllWidths(page);
    for (const [label, value] of Object.entries(address)) await page.getByLabel(label).fill(value);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Payment Method" })).toBeFocused();
    await expect(page.getByRole("radio", { name: /PayPal/ }).first()).toBeChecked();
    await expectGoodAtAllWidths(page);
    await page.getByText("Credit Card", { exact: true }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Place Order" })).toBeFocused();
    await expect(page.getByText("3 x $45.00 = $135.00")).toBeVisible();
    await expect(page.getByText("Total $172.50 including shipping and tax")).toBeVisible();
    await expectGoodAtAllWidths(page);
    await page.getByRole("link", { name: "Edit shipping address" }).click();
    await expect(page.getByLabel("City")).toHaveValue("London");
    const quoted = page.waitForResponse(/cartPricing\.quote/);
    await page.getByRole("navigation", { name: "Checkout" }).getByRole("link", { name: "Place Order" }).click();
    await quoted;

    // A price change between the quote and the click.
    await shop.setPrice(first, 5_000);
    await placeOrder(page).click();
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert).toContainText("Prices have changed. Please review your cart.");
    await expect(alert).toBeFocused();
    await expect(page.getByText(/^Old price \$45\.00.*new price \$50\.00 each$/)).toBeVisible();
    await expect(placeOrder(page)).toBeDisabled();
    await expect(alert, "what has changed does not take the focus").toBeFocused();
    await expectGoodAtAllWidths(page);
    await page.getByRole("button", { name: "Accept changes" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Place Order" })).toBeFocused();
    await expect(page.getByText("3 x $50.00 = $150.00")).toBeVisible();

    await shop.setStock(second, 0);
    await placeOrder(page).click();
    await expect(alert).toContainText(`Mug for ${project.name} is sold out`);
    await alert.getByRole("link", { name: "Review your cart" }).click();
    await expect(page.getByText("Sold Out", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: `Remove Mug for ${project.name}` }).click();
    await page.getByRole("link", { name: "Proceed To Checkout" }).click();
    await page.goto("/placeorder");
    await placeOrder(page).click();
    await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("heading", { level: 1, name: /^Order [0-9a-f]{5}$/ })).toBeVisible();
    await expect(page.getByText("Not Paid")).toBeVisible();
    await expect(page.getByText("Credit Card", { exact: true })).toBeVisible();
    await expect(page.getByText("3 x $50.00 = $150.00")).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: /./ }), "old failures are gone").toHaveCount(0);
    await expect(page.getByRole("link", { name: "Cart", exact: true })).toBeVisible();
    await expectGoodAtAllWidths(page);
    expect(await countOrders(page)).toBe(1);

    await page.goto("/profile");
    await page.getByRole("link", { name: /^Details of order/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Order/ })).toBeVisible();
  },
);

test("the whole way can be gone by keyboard alone", { tag: "@wide" }, async ({ page }) => {
  const productId = await shop.addProduct({ name: "Reached by keyboard", priceCents: 9_900, stock: 9 });
  await page.goto(`/product/${productId}`);
  await tabTo(page, page.getByRole("button", { name: "Add To Cart" }).first());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/cart");
  await tabTo(page, page.getByRole("link", { name: "Proceed To Checkout" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("link", { name: "Register" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/register?redirect=/shipping");
  const account = newAccount();
  const typed = [
    ["Name", account.name],
    ["Email", account.email],
    ["Password", account.password],
    ["Confirm Password", account.password],
  ] as const;
  for (const [label, value] of typed) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(value);
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/shipping");
  for (const [label, value] of Object.entries(address)) {
    await tabTo(page, page.getByLabel(label));
    await page.keyboard.type(value);
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/payment");
  await tabTo(page, page.getByRole("radio", { name: /^PayPal/ }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: /^Credit Card/ })).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/placeorder");
  await tabTo(page, placeOrder(page));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/order\//);
  await expect(page.getByText("Not Paid")).toBeVisible();
});

test("two presses, a slow connection and Back make one order", { tag: "@wide" }, async ({ page }) => {
  await toLastStep(page, "Ordered once");
  await page.route("**/trpc/order.place*", async (route) => {
    await new Promise((done) => setTimeout(done, 1_500));
    await route.continue();
  });
  await placeOrder(page).dblclick();
  const busy = page.getByRole("button", { name: "Placing Order…" });
  await expect(busy).toBeVisible();
  await busy.click({ force: true });
  await expect(page).toHaveURL(/\/order\//);
  expect(await countOrders(page)).toBe(1);
  await page.goBack();
  await expect(page).toHaveURL("/payment");
  await page.goForward();
  await expect(page).toHaveURL(/\/order\//);
  await page.goto("/placeorder");
  await expect(page.getByText("Your cart is empty")).toBeVisible();
  await expect(placeOrder(page)).toBeDisabled();
  await expectAccessible(page);
  expect(await countOrders(page)).toBe(1);
});

test("an answer that got lost makes no second order", { tag: "@wide" }, async ({ page }) => {
  await toLastStep(page, "Answer lost");
  await page.route(
    "**/trpc/order.place*",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await placeOrder(page).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("could not be reached");
  expect(await countOrders(page)).toBe(1);
  // The idempotency key survives a reload.
  await page.reload();
  await placeOrder(page).click();
  await expect(page).toHaveURL(/\/order\//);
  expect(await countOrders(page)).toBe(1);
});

test("a stored cart without a payment method is sent to choose one, with its items", { tag: "@wide" }, async ({
  page,
}) => {
  await toLastStep(page, "Without a method", 2);
  await page.evaluate(() => {
    const cart = JSON.parse(localStorage.getItem("cart") ?? "");
    localStorage.setItem("cart", JSON.stringify({ ...cart, paymentMethod: undefined }));
  });
  await page.goto("/placeorder");
  await expect(page).toHaveURL("/payment");
  await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
  await expect(page.getByRole("radio", { name: /^PayPal/ })).toBeChecked();
});

test("an order of somebody else does not exist, and one that fails to load can be tried again", {
  tag: ["@phone", "@wide"],
}, async ({ page, browser }) => {
  await toLastStep(page, "Mine alone");
  await placeOrder(page).click();
  await expect(page).toHaveURL(/\/order\//);
  const address = page.url();
  const otherDevice = await browser.newContext();
  const guest = await otherDevice.newPage();
  await guest.goto(address);
  await expect(guest).toHaveURL(/\/login\?redirect=\/order\//);
  await guest.getByRole("link", { name: "Register" }).click();
  await register(guest, newAccount());
  await expect(guest.getByText("Order not found").first()).toBeVisible();
  await expectAccessible(guest);
  await otherDevice.close();

  await page.route("**/trpc/order.byId*", (route) => route.abort());
  await page.goto(address);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("could not be reached");
  await page.unroute("**/trpc/order.byId*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Mine alone")).toBeVisible();
});
