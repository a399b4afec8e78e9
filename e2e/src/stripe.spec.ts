import type { Page } from "@playwright/test";
import { enterAs, enterAsNew, expect, expectGoodAtAllWidths, loseSession } from "./customer.ts";
import { addOwnProduct, owner, unconnectedTest as test } from "./own-shop.ts";
import { inside } from "./paying.ts";

const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
const form = (page: Page) => page.getByRole("group", { name: "Simulated payment" });
const paidState = (page: Page) => page.getByText(/^Paid on \d{4}-\d\d-\d\d$/);

/** Connects Stripe on the owner's screen, where a key without the other is refused with words, and offers it. */
async function connectStripe(page: Page): Promise<void> {
  await page.goto("/admin/settings/stripe");
  const key = page.getByRole("textbox", { name: "Publishable key" });
  // Another test of the same shop may have done it before.
  if ((await key.inputValue()) !== "") return;
  await key.fill("pk_test_simulator");
  await save(page);
  await expect(page.getByText("Stripe needs your secret key as well")).toBeVisible();
  await page.getByRole("textbox", { name: "Secret key" }).fill("sk_test_simulator");
  await page.getByRole("textbox", { name: "Signing secret of the webhook" }).fill("whsec_simulated");
  await expectGoodAtAllWidths(page);
  await save(page);
  await expect(page.getByText("Settings saved")).toBeVisible();
  await page.getByRole("button", { name: "Try the connection" }).click();
  await expect(page.getByText("Stripe accepts the shop.")).toBeVisible();
  await page.goto("/admin/settings/methods");
  for (const method of ["PayPal", "Credit Card"])
    await page.getByRole("checkbox", { name: method, exact: true }).uncheck();
  await page.getByRole("checkbox", { name: "Stripe", exact: true }).check();
  await save(page);
  await expect(page.getByText("Settings saved").first()).toBeVisible();
}

/** Opens an order of a new customer that waits for its payment. */
async function openOrder(page: Page, product: string): Promise<void> {
  const shippingAddress = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };
  const data = { orderItems: [{ product, qty: 1 }], shippingAddress, paymentMethod: "Stripe" };
  const placed: unknown = await (await page.request.post("/api/orders", { data })).json();
  await page.goto(`/order/${inside(placed, "_id")}`);
}

async function openForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Pay by card or wallet" }).click();
  await expect(form(page)).toBeVisible();
}

/** Posts to the control interface of Stripe's simulator. */
async function control(page: Page, path: string, data: object): Promise<void> {
  const config: unknown = await (await page.request.get("/trpc/order.paymentConfig")).json();
  const base = inside(config, "result", "data", "stripe", "scriptBase");
  expect((await page.request.post(`${base}/control/${path}`, { data })).ok()).toBe(true);
}

const pay = (page: Page) => page.getByRole("button", { name: "Pay $33.00" }).click();

test("an owner connects Stripe, and a customer pays through it after a card was declined", {
  tag: ["@wide"],
}, async ({ page }) => {
  await enterAs(page, owner);
  await connectStripe(page);
  const product = await addOwnProduct(page, "Lamp paid through Stripe", 20);
  await loseSession(page);

  await enterAsNew(page);
  await page.goto(`/product/${product}`);
  await page.getByRole("button", { name: "Add To Cart" }).first().click();
  await page.getByRole("link", { name: "Proceed To Checkout" }).click();
  await page.getByLabel("Address", { exact: true }).fill("1 Main St");
  await page.getByLabel("City").fill("Springfield");
  await page.getByLabel("Postal Code").fill("12345");
  await page.getByLabel("Country").fill("USA");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("radio", { name: /^Card or Wallet/ })).toBeChecked();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Card or Wallet")).toBeVisible();
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByRole("heading", { name: "One step left: pay $33.00" })).toBeVisible();
  await expectGoodAtAllWidths(page);

  await openForm(page);
  await expectGoodAtAllWidths(page);
  await form(page).getByText("Card that is declined").click();
  await pay(page);
  await expect(page.getByText("Your card was declined.").first()).toBeVisible();
  await form(page).getByText("Card", { exact: true }).click();
  await pay(page);
  await expect(paidState(page)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Thank you, Emmy" })).toBeVisible();
  await expectGoodAtAllWidths(page);
});

test.describe("a payment that takes time", () => {
  // The answer that it is being checked.
  test.use({ expectedErrors: [/status of 409/] });

  test("a customer comes back from the bank to a paid order, and one who pays by debit waits for it", {
    tag: ["@wide"],
  }, async ({ page }) => {
    await enterAs(page, owner);
    await connectStripe(page);
    const product = await addOwnProduct(page, "Lamp paid through Stripe", 20);
    await loseSession(page);

    await enterAsNew(page);
    await openOrder(page, product);
    await openForm(page);
    await form(page).getByText("Bank, paid at once").click();
    await pay(page);
    await expect(paidState(page)).toBeVisible();
    await expect(page).toHaveURL(/\/order\/[^?]+$/);

    await openOrder(page, product);
    const started = page.waitForResponse((response) => response.url().includes("order.startPayment"));
    await openForm(page);
    const intent = String(inside(await (await started).json(), 0, "result", "data", "id"));
    await form(page).getByText("Debit, paid in some days").click();
    await pay(page);
    await expect(page.getByRole("heading", { name: "Your payment of $33.00 is being checked" })).toBeVisible();
    await expectGoodAtAllWidths(page);
    await control(page, `intents/${intent}/settle`, { isTaken: true });
    await expect(paidState(page)).toBeVisible({ timeout: 120_000 });
  });
});
