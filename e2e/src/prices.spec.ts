import type { Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, expectGoodAtAllWidths, test } from "./customer.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

const admin = { email: "admin@example.com", password: "admin-demo-2026" };

let database: ShopDatabase;
test.beforeAll(async () => {
  database = await openShopDatabase();
});
test.afterAll(() => database.close());

const plans = (page: Page) => page.getByRole("region", { name: "Planned prices" });
const history = (page: Page) => page.getByRole("region", { name: "History" });

async function planPrice(page: Page, price: string) {
  await plans(page).getByRole("button", { name: "Plan a price" }).click();
  const dialog = page.getByRole("dialog", { name: "Plan a price" });
  await expect(dialog.getByLabel("Price")).toBeFocused();
  await expectAccessible(page);
  // It begins now, as the dialog proposes.
  await page.keyboard.type(price);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Price planned")).toBeVisible();
}

test("An administrator plans a price, the shop shows it as reduced, and the regular one returns", {
  tag: ["@both", "@wide"],
}, async ({ page }) => {
  test.slow();
  const name = `Reduced lamp ${Date.now()}`;
  const id = await database.addProduct({ name, priceCents: 2_000, stock: 5 });
  await enterAs(page, admin);
  await page.goto(`/admin/product/${id}/edit`);
  await planPrice(page, "15");
  await expect(plans(page).getByRole("listitem")).toContainText(["$15.00Now"]);
  await expect(page.getByRole("textbox", { name: "Price" })).toHaveValue("20");
  await expect(history(page).getByRole("listitem").first()).toContainText("by a planned price");
  await expectGoodAtAllWidths(page);

  await page.goto(`/product/${id}`);
  const offer = page.getByRole("article").first();
  await expect(offer.getByText("$15.00").first()).toBeVisible();
  await expect(offer.locator("s")).toHaveText("$20.00");
  await expect(offer.getByText("Lowest price of the last 30 days: $20.00")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Add To Cart" }).first().click();
  await page.goto("/cart");
  await expect(page.getByRole("main").locator("s")).toHaveText("$20.00");
  await expectGoodAtAllWidths(page);

  await page.goto(`/admin/product/${id}/edit`);
  await plans(page)
    .getByRole("button", { name: /^End the price of \$15\.00/ })
    .click();
  await page.getByRole("dialog", { name: "End this price now?" }).getByRole("button", { name: "End now" }).click();
  await expect(plans(page).getByRole("listitem")).toContainText(["$15.00Ended"]);
  await page.goto("/cart");
  await expect(page.getByText("Old price")).toBeAttached();
});

test("An administrator undoes a change with one press, and is asked where it was changed since", {
  tag: ["@both", "@wide"],
}, async ({ page }) => {
  const name = `Undone lamp ${Date.now()}`;
  const id = await database.addProduct({ name, priceCents: 2_000, stock: 5 });
  await enterAs(page, admin);
  await page.goto(`/admin/product/${id}/edit`);
  const price = page.getByRole("textbox", { name: "Price" });
  const save = async (amount: string) => {
    await price.fill(amount);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saving…")).toHaveCount(0);
    await expect(history(page).getByRole("listitem").first()).toContainText(`$${amount}`);
  };
  await save("21.50");
  await save("23.75");
  await history(page)
    .getByRole("button", { name: /^Undo the change/ })
    .first()
    .click();
  await expect(page.getByText("Change undone")).toBeVisible();
  await expect(price).toHaveValue("21.5");
  await history(page)
    .getByRole("button", { name: /^Undo the change/ })
    .nth(1)
    .click();
  const outcome = page.getByText("Change undone").or(page.getByRole("dialog", { name: "Undo it nevertheless?" }));
  await expect(outcome.first()).toBeVisible();
});
