import type { Page } from "@playwright/test";
import { enterAs, enterAsNew, expect, expectGoodAtAllWidths, loseSession } from "./customer.ts";
import { addOwnProduct, owner, test } from "./own-shop.ts";

// What a rule may do beyond the settings is asked about.
test.use({ expectedErrors: [/status of 400/] });

/** Prepares a tenth off from 50.00 on the owner's screens, and starts it with a code. */
async function makeDiscount(page: Page): Promise<void> {
  await page.goto("/admin/discountlist");
  await page.getByRole("button", { name: "Create Discount" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Spring");
  await page.getByLabel("From a subtotal of").fill("50");
  await page.getByLabel("Percent off").fill("60");
  await page.getByLabel("At most percent of a price").fill("60");
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // A mistyped number is asked about.
  const question = page.getByRole("dialog", { name: "Do you mean it?" });
  await expect(question.getByText(/This is more than the 50 % of your settings/)).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Percent off").fill("10");
  await page.getByLabel("At most percent of a price").fill("50");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Discount saved")).toBeVisible();
  await page.getByRole("button", { name: "Add a code…" }).click();
  await page.getByRole("dialog").getByLabel("Code", { exact: true }).fill("spring10");
  await page.getByRole("dialog").getByRole("button", { name: "Add" }).click();
  await expect(page.getByText("SPRING10")).toBeVisible();
  await page.getByRole("button", { name: "Start Spring" }).click();
  await expect(page.getByText("The discount is on")).toBeVisible();
}

/** Tries twice the discount, and dearer delivery, on the order that there is, and saves neither. */
async function tryTwice(page: Page): Promise<void> {
  await page
    .getByRole("link", { name: /Spring/ })
    .first()
    .click();
  const percent = page.getByLabel("Percent off");
  await percent.fill("20");
  await page.getByRole("button", { name: "Try on past orders" }).click();
  await expect(page.getByText(/It would have changed 1 of \d+ orders?\./)).toBeVisible();
  await page.getByText(/^Order \w{5}, /).click();
  await expect(page.getByRole("row", { name: /Total \$92\.80 \$83\.60\s?−\$9\.20/ })).toBeVisible();
  await expectGoodAtAllWidths(page);
  await percent.fill("10");
  await expect(page.getByText("The form has changed since.")).toBeVisible();

  await page.goto("/admin/selling/delivery");
  await page
    .getByLabel(/^Price/)
    .first()
    .fill("15");
  await page.getByRole("button", { name: "Try on past orders" }).click();
  await expect(page.getByText(/It would have changed \d+ of \d+ orders?\./)).toBeVisible();
  await page
    .getByLabel(/^Price/)
    .first()
    .fill("10");
}

/** Gives the discount to everybody, sees it on a product, and stops it. */
async function showOnProducts(page: Page, product: string): Promise<void> {
  await page
    .getByRole("link", { name: /Spring/ })
    .first()
    .click();
  await page.getByLabel("Customers enter a code").uncheck();
  await page.getByLabel("From a subtotal of").fill("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Discount saved")).toBeVisible();
  await page.getByRole("button", { name: "Start Spring" }).click();
  await expect(page.getByText(/^Products are shown with it/)).toBeVisible();
  await page.goto(`/product/${product}`);
  await expect(page.getByText("Spring: taken off in your cart")).toBeVisible();
  await expect(page.getByText("$36.00").first()).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.goto("/products");
  await expect(page.getByText("−10%").first()).toBeVisible();
  await page.goto("/admin/discountlist");
  await page.getByRole("button", { name: "Stop Spring" }).click();
  await expect(page.getByText("The discount is stopped")).toBeVisible();
}

async function enterCode(page: Page, code: string): Promise<void> {
  const field = page.getByLabel("Discount code");
  if (!(await field.isVisible())) await page.getByText(/^Add (a discount|another) code$/).click();
  await field.fill(code);
  await page.keyboard.press("Enter");
}

test("an owner makes a discount, a customer orders by its code, and nobody does once it is stopped", {
  tag: ["@wide"],
}, async ({ page }) => {
  await enterAs(page, owner);
  await makeDiscount(page);
  const product = await addOwnProduct(page, "Lamp with a discount", 40);
  await loseSession(page);

  await enterAsNew(page);
  await page.goto(`/product/${product}`);
  await page.getByRole("button", { name: "Add To Cart" }).first().click();
  await enterCode(page, "nonsense");
  await expect(page.getByText("We do not know this code.")).toBeVisible();
  await page.getByRole("button", { name: "Remove the code NONSENSE" }).click();
  // By a link that the shop has sent.
  await page.goto("/?discount=spring10");
  await expect(page.getByText("The discount code SPRING10 is in your cart")).toBeVisible();
  await expect(page).toHaveURL("/");
  await page.getByRole("link", { name: "Cart, 1 item" }).click();
  await expect(page.getByText("Add $10.00 of the goods that this code is for.")).toBeVisible();
  await page.getByLabel(/^Quantity/).selectOption("2");
  await expect(page.getByText("−$8.00")).toBeVisible();
  // 72.00, 10.00 of delivery and 10.80 of tax.
  await expect(page.getByText("$92.80").first()).toBeVisible();
  await expectGoodAtAllWidths(page);

  await page.getByRole("link", { name: "Proceed To Checkout" }).click();
  await page.getByLabel("Address", { exact: true }).fill("1 Main St");
  await page.getByLabel("City").fill("Springfield");
  await page.getByLabel("Postal Code").fill("12345");
  await page.getByLabel("Country").fill("USA");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/placeorder");
  await expect(page.getByText("−$8.00").first()).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page).toHaveURL(/\/order\/[0-9a-f-]{36}$/);
  await expect(page.getByText("−$8.00")).toBeVisible();
  await loseSession(page);

  await enterAs(page, owner);
  await page.goto("/admin/discountlist");
  await expect(page.getByText("1 order, $8.00 in all")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await tryTwice(page);
  await page.goto("/admin/discountlist");
  await page.getByRole("button", { name: "Stop Spring" }).click();
  await expect(page.getByText("The discount is stopped")).toBeVisible();
  await showOnProducts(page, product);
});
