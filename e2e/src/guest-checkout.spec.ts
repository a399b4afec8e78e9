import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, expectGoodAtAllWidths, tabTo, test } from "./customer.ts";
import { openMail } from "./mailbox.ts";
import { answer, paidState, payPal } from "./paying.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

// Browsers log failed requests to the console.
test.use({ expectedErrors: [/status of 40[0139]/] });

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

const address = { Address: "1 Main St", City: "Springfield", "Postal Code": "12345", Country: "United States" };
const newEmail = () => `guest-${randomUUID()}@example.com`;

/** How a customer operates controls, and how often they did. */
type Operation = { press: (control: Locator) => Promise<void>; presses: () => number };

function byTouch(): Operation {
  let count = 0;
  return {
    press: async (control) => {
      count += 1;
      await control.tap();
    },
    presses: () => count,
  };
}

function byKeyboard(page: Page): Operation {
  let count = 0;
  return {
    press: async (control) => {
      await tabTo(page, control);
      count += 1;
      await page.keyboard.press("Enter");
    },
    presses: () => count,
  };
}

/** From the page of a product to the paid order. Returns the screens on the way. */
async function buy(page: Page, operation: Operation, email: string): Promise<string[]> {
  const product = await shop.addProduct({ name: `Lamp ${email}`, priceCents: 4_000, stock: 9 });
  const screens: string[] = [];
  const arrive = async (path: string | RegExp) => {
    await expect(page).toHaveURL(path);
    screens.push(new URL(page.url()).pathname);
  };
  await page.goto(`/product/${product}`);
  await arrive(`/product/${product}`);
  await operation.press(page.getByRole("button", { name: "Add To Cart" }).first());
  await arrive("/cart");
  await operation.press(page.getByRole("link", { name: "Proceed To Checkout" }));
  await arrive("/login?redirect=/shipping");
  await operation.press(page.getByRole("button", { name: "Continue with email" }));
  await expect(page.getByLabel("Your name")).toBeFocused();
  await page.keyboard.type("Ada Lovelace");
  await page.getByLabel("Your email").fill(email);
  await page.keyboard.press("Enter");
  await arrive("/shipping");
  for (const [label, value] of Object.entries(address)) await page.getByLabel(label).fill(value);
  await page.keyboard.press("Enter");
  await arrive("/payment");
  // Until it is loaded, the screen before has a button of this name.
  await expect(page.getByRole("heading", { level: 1, name: "Payment Method" })).toBeVisible();
  await operation.press(page.getByRole("button", { name: "Continue" }));
  await arrive("/placeorder");
  await operation.press(page.getByRole("button", { name: "Place Order" }));
  await arrive(/\/order\/[0-9a-f-]{36}$/);
  const [window] = await Promise.all([page.waitForEvent("popup"), operation.press(payPal(page))]);
  await answer(window, "Approve");
  await expect(paidState(page)).toBeVisible();
  return screens;
}

/** Opens the link of the receipt. */
async function openReceipt(page: Page, email: string): Promise<void> {
  await openMail(page, { kind: "payment received", email, link: "View your order" });
  await expect(page.getByRole("heading", { level: 1, name: "Your Order" })).toBeVisible();
}

test("a guest buys by touch without an account, in few presses", { tag: "@phone" }, async ({ page }) => {
  const operation = byTouch();
  const screens = await buy(page, operation, newEmail());
  expect(screens).toHaveLength(7);
  expect(operation.presses()).toBeLessThanOrEqual(6);
  await expect(page.getByRole("heading", { name: "Keep your orders in an account" })).toBeVisible();
  await expectAccessible(page);
});

test("a guest buys by keyboard alone, opens the order by the mail elsewhere, and makes an account of it", async ({
  page,
  browser,
  baseURL,
}) => {
  const email = newEmail();
  await page.goto("/login?redirect=/shipping");
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Continue with email" }).click();
  await expectGoodAtAllWidths(page);
  await buy(page, byKeyboard(page), email);
  await expectGoodAtAllWidths(page);
  const orderUrl = page.url();
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Links in Our Mails" })).toBeVisible();
  await expectGoodAtAllWidths(page);

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const elsewhere = await context.newPage();
  await elsewhere.goto(orderUrl);
  await expect(elsewhere.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
  await openReceipt(elsewhere, email);
  await expectGoodAtAllWidths(elsewhere);
  await elsewhere.getByRole("button", { name: "See my order" }).click();
  await expect(elsewhere).toHaveURL(orderUrl);
  await expect(paidState(elsewhere)).toBeVisible();
  await elsewhere.getByRole("button", { name: "Choose a password" }).click();
  await expect(elsewhere.getByText(`We have sent a code to ${email}.`)).toBeVisible();

  const mailbox = await context.newPage();
  await openMail(mailbox, { kind: "reset code", email, link: "Choose a new password" });
  await expect(mailbox.getByLabel("Code")).toHaveValue(/^\d{8}$/);
  const password = "a-password-of-ada-2026";
  await mailbox.getByLabel("New Password", { exact: true }).fill(password);
  await mailbox.getByLabel("Confirm Password", { exact: true }).fill(password);
  await mailbox.keyboard.press("Enter");
  await expect(mailbox.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
  await mailbox.getByLabel("Password", { exact: true }).fill(password);
  await mailbox.keyboard.press("Enter");
  await expect(mailbox).not.toHaveURL(/login/);
  await mailbox.goto("/profile");
  await expect(mailbox.getByRole("heading", { name: "Passkeys" })).toBeVisible();
  await expect(mailbox.getByRole("region", { name: "My Orders" }).getByRole("link").first()).toBeVisible();
  await context.close();
});

test.describe("with links that were stopped", () => {
  test("a mail opens nothing any more, and says so @wide", async ({ page, browser, baseURL }) => {
    const email = newEmail();
    await buy(page, byKeyboard(page), email);
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    const elsewhere = await context.newPage();
    await openReceipt(elsewhere, email);
    await page.goto("/profile");
    await page.getByRole("button", { name: "Stop these links" }).click();
    await expect(page.getByText("Links in our mails do not open your orders any more")).toBeVisible();
    await elsewhere.getByRole("button", { name: "See my order" }).click();
    await expect(elsewhere.getByText(/This link does not work any more/).first()).toBeVisible();
    await expectAccessible(elsewhere);
    await context.close();
  });
});
