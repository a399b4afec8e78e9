import type { Page } from "@playwright/test";
import { enterAs, enterAsNew, expect, expectGoodAtAllWidths, loseSession } from "./customer.ts";
import { addOwnProduct, owner, test } from "./own-shop.ts";

/** Offers payment on delivery on the owner's screens, for a fee. */
async function offer(page: Page): Promise<void> {
  await page.goto("/admin/settings/methods");
  await page.getByRole("checkbox", { name: "On Delivery" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  await page.goto("/admin/selling/delivery");
  await page.getByLabel("Customers pay").selectOption("also on delivery");
  await page.getByLabel("Fee for it (optional)").fill("3");
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Delivery saved")).toBeVisible();
}

test("a customer pays on delivery, an owner prepares the order at once, and records the money", {
  tag: ["@wide"],
}, async ({ page }) => {
  await enterAs(page, owner);
  await offer(page);
  const product = await addOwnProduct(page, "Lamp to pay at the door", 20);
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
  await page.getByRole("radio", { name: /^Pay on Delivery.*\$3\.00 more/ }).check();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/placeorder");
  await expect(page.getByText(/with \$3\.00 for payment on delivery/)).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByRole("heading", { name: /^Thank you, / })).toBeVisible();
  await expect(page.getByText(/You pay \$36\.00\s+when it arrives/)).toBeVisible();
  await expectGoodAtAllWidths(page);
  const order = page.url();
  await loseSession(page);

  await enterAs(page, owner);
  await page.goto(order);
  await expect(page.getByText("Not paid: the customer pays $36.00 on delivery")).toBeVisible();
  await page.getByRole("button", { name: "Mark As Confirmed" }).click();
  await expect(page.getByText("Order confirmed").first()).toBeVisible();
  await page.getByRole("button", { name: "Record money from delivery…" }).click();
  await page.getByRole("dialog").getByLabel("Receipt or entry").fill("Route 7, stop 3");
  await expectGoodAtAllWidths(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Order is paid")).toBeVisible();
  await expectGoodAtAllWidths(page);
});
