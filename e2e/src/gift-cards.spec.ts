import type { Page } from "@playwright/test";
import { enterAs, enterAsNew, expect, expectGoodAtAllWidths, loseSession } from "./customer.ts";
import { addOwnProduct, owner, test } from "./own-shop.ts";
import { answer, inside, openWindow } from "./paying.ts";

const shippingAddress = { address: "1 Main St", city: "Springfield", postalCode: "12345", country: "USA" };

/** Opens a new order of one product. */
async function order(page: Page, product: string, qty = 1): Promise<string> {
  const data = { orderItems: [{ product, qty }], shippingAddress, paymentMethod: "PayPal" };
  const id = String(inside(await (await page.request.post("/api/orders", { data })).json(), "_id"));
  await page.goto(`/order/${id}`);
  return id;
}

async function useGiftCard(page: Page, code: string): Promise<void> {
  const field = page.getByLabel("Code of the gift card");
  await expect(page.getByText("Pay with a gift card")).toBeVisible();
  if (!(await field.isVisible())) await page.getByText("Pay with a gift card").click();
  await field.fill(code);
  await page.keyboard.press("Enter");
}

/** Makes a product a gift card, on the owner's screen. */
async function addGiftCard(page: Page): Promise<string> {
  const product = await addOwnProduct(page, "Gift card of 50", 50);
  await page.goto(`/admin/product/${product}/edit`);
  await page.getByText("Codes, cost, measures, unit price and tax class").click();
  await page.getByLabel("Tax class").selectOption("Gift card");
  await expect(page.getByText(/Each unit is a code worth its price/)).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Product updated")).toBeVisible();
  return product;
}

test("an owner sells a gift card, which is mailed, spent in two orders, and stopped", { tag: ["@wide"] }, async ({
  page,
}) => {
  await enterAs(page, owner);
  const card = await addGiftCard(page);
  const lamp = await addOwnProduct(page, "Lamp for a gift card", 20);
  await loseSession(page);

  const ada = await enterAsNew(page, "Ada");
  const bought = await order(page, card);
  await expect(page.getByText("Total").first()).toBeVisible();
  await answer(await openWindow(page), "Approve");
  const cards = page.getByRole("region", { name: "Your gift cards" });
  const shown = cards.locator("code");
  await expect(shown).toHaveText(/^([0-9A-Z]{4}-){4}[0-9A-Z]{4}$/);
  const code = (await shown.textContent()) ?? "";
  await expectGoodAtAllWidths(page);
  await cards.getByRole("button", { name: "Mail it to somebody…" }).press("Enter");
  const form = page.getByRole("dialog", { name: "Mail this gift card" });
  await form.getByLabel("Name").fill("Grace");
  await form.getByLabel("Email").fill("grace@example.com");
  await form.getByLabel("Your words").fill("Enjoy!");
  await expectGoodAtAllWidths(page);
  await form.getByRole("button", { name: "Mail it" }).press("Enter");
  await expect(cards.getByText(/^Mailed to Grace \(grace@example.com\)/)).toBeVisible();

  await order(page, lamp);
  await useGiftCard(page, "nonsense");
  await expect(page.getByText("This is no gift card code.")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await useGiftCard(page, code.toLowerCase());
  await expect(page.getByText(/is paid with your gift card/)).toBeVisible();

  const second = await order(page, lamp);
  await useGiftCard(page, code);
  await expect(page.getByRole("heading", { name: "One step left: pay $16.00" })).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Pay without gift card" }).press("Enter");
  await expect(page.getByRole("heading", { name: "One step left: pay $33.00" })).toBeVisible();
  await useGiftCard(page, code);
  await expect(page.getByRole("heading", { name: "One step left: pay $16.00" })).toBeVisible();
  await answer(await openWindow(page), "Approve");
  await expect(page.getByText(/^We have received \$16\.00/)).toBeVisible();
  await loseSession(page);

  await enterAs(page, owner);
  await page.goto("/admin/gift-cards");
  const row = page.getByRole("row", { name: new RegExp(`…${code.slice(-4)}`) });
  await expect(row.getByText("Used up")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.goto(`/order/${second}`);
  await page.getByRole("button", { name: "Refund…" }).first().click();
  const refund = page.getByRole("dialog", { name: "Refund payment" });
  await refund.getByLabel("Reason").fill("Instead of money");
  await refund.getByLabel("Give it as credit").check();
  await expectGoodAtAllWidths(page);
  await refund.getByRole("button", { name: "Continue" }).click();
  await refund.getByRole("button", { name: "Give $17.00 as credit" }).click();
  await expect(page.getByText("$17.00 given as credit")).toBeVisible();
  await page.goto("/admin/userlist");
  await page.getByRole("link", { name: "Ada", exact: true }).first().click();
  await page.getByRole("button", { name: "Give credit…" }).click();
  const give = page.getByRole("dialog", { name: "Give credit" });
  await give.getByLabel("Amount").fill("3");
  await give.getByLabel("Reason").fill("For the wait");
  await give.getByRole("button", { name: "Give credit" }).click();
  await expect(page.getByText("$3.00 of credit given")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.goto("/admin/reports/credit");
  await expect(page.getByText("You owe $20.00: $0.00 in gift cards, and $20.00 in credit of customers.")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.goto("/admin/gift-cards");
  await row.getByRole("button", { name: /^Stop/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop it" }).click();
  await expect(row.getByText("Stopped")).toBeVisible();
  await loseSession(page);

  await enterAs(page, ada);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Your credit: $20.00" })).toBeVisible();
  await expectGoodAtAllWidths(page);
  await order(page, lamp);
  await expect(page.getByText("You have $20.00 of credit.")).toBeVisible();
  await page.getByRole("button", { name: "Use it" }).first().press("Enter");
  await expect(page.getByRole("heading", { name: "One step left: pay $13.00" })).toBeVisible();
  await page.goto(`/order/${bought}`);
  await expect(cards.getByText("This gift card was stopped.")).toBeVisible();
});
