import type { Page } from "@playwright/test";
import {
  enterAs,
  expect,
  expectAccessible,
  expectGoodAtAllWidths,
  expectNoSidewaysScroll,
  tabTo,
  test,
} from "./customer.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

const admin = { email: "admin@example.com", password: "admin-demo-2026" };

let database: ShopDatabase;
test.beforeAll(async () => {
  database = await openShopDatabase();
});
test.afterAll(async () => {
  await database.close();
});

/** Adds products with a common word in their names, and opens the list of them, by price. */
async function openList(page: Page, prices: Record<string, number>) {
  const mark = `cells${Date.now()}`;
  const ids: Record<string, string> = {};
  for (const [name, priceCents] of Object.entries(prices)) {
    ids[name] = await database.addProduct({ name: `${name} ${mark}`, priceCents, stock: 30 });
  }
  await enterAs(page, admin);
  await page.goto(`/admin/productlist?search=${mark}&sort=price`);
  const cell = (field: "Price" | "Stock", name: string) =>
    page.getByRole("button", { name: new RegExp(`^${field} of ${name} ${mark}: `) });
  const field = (what: "Price" | "Stock", name: string) =>
    page.getByRole("textbox", { name: `${what} of ${name} ${mark}` });
  await expect(cell("Price", Object.keys(prices)[0] ?? "")).toBeVisible();
  return { ids, mark, cell, field };
}

test.describe("the list of products", () => {
  // The browser itself notes each refusal.
  test.use({ expectedErrors: [/status of (400|409)/] });

  test("Prices and stock are edited like in a spreadsheet, by keyboard alone", { tag: "@wide" }, async ({ page }) => {
    test.slow();
    const { ids, mark, cell, field } = await openList(page, { Alder: 100, Birch: 200, Cedar: 300 });
    await tabTo(page, cell("Price", "Alder"));
    await page.keyboard.type("4.50");
    await page.keyboard.press("Tab");
    await expect(cell("Stock", "Alder")).toBeFocused();
    await expect(page.getByText(`Price of Alder ${mark} is now $4.50`)).toBeVisible();
    await page.keyboard.press("Enter");
    await page.keyboard.type("25");
    await page.keyboard.press("Enter");
    await expect(cell("Stock", "Birch")).toBeFocused();
    await expect(page.getByText(`Stock of Alder ${mark} is now 25`)).toBeVisible();
    await page.keyboard.press("F2");
    await page.keyboard.press("Shift+Tab");
    await expect(cell("Price", "Birch")).toBeFocused();

    await page.keyboard.press("Enter");
    await page.keyboard.type("-3");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "Price cannot be negative" })).toBeVisible();
    await expect(field("Price", "Birch")).toHaveValue("-3");
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(cell("Price", "Birch")).toBeFocused();
    await expect(cell("Price", "Birch")).toHaveText("$2.00");

    // Somebody else is faster.
    await page.keyboard.press("Enter");
    await database.setPrice(ids.Birch ?? "", 777);
    await page.keyboard.type("5");
    await page.keyboard.press("Enter");
    const conflict = page.getByRole("alert").filter({ hasText: "Someone else changed this to $7.77 meanwhile" });
    await expect(conflict).toContainText("You typed $5.00.");
    await expectAccessible(page);
    await expect(cell("Price", "Cedar")).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(field("Price", "Birch")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(cell("Price", "Birch")).toHaveText("$7.77");

    // Behind the last cell, Tab goes on as everywhere.
    await cell("Stock", "Cedar").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: `Edit Cedar ${mark}` })).toBeFocused();

    await page.keyboard.press("ControlOrMeta+z");
    await expect(page.getByText(`Stock of Alder ${mark} is 30 again`)).toBeVisible();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(page.getByText(`Price of Alder ${mark} is $1.00 again`)).toBeVisible();
    expect(await database.stockOf(ids.Alder ?? "")).toBe(30);
    await page.reload();
    await expect(cell("Price", "Alder")).toHaveText("$1.00");
  });

  test("What sells while the stock is edited stays sold", { tag: "@wide" }, async ({ page }) => {
    const { ids, mark, cell } = await openList(page, { Alder: 100 });
    await cell("Stock", "Alder").click();
    await database.setStock(ids.Alder ?? "", 28);
    await page.keyboard.type("40");
    await page.keyboard.press("Enter");
    await expect(page.getByText(`Stock of Alder ${mark} is now 38, because 2 sold meanwhile`)).toBeVisible();
    await expect(cell("Stock", "Alder")).toHaveText("38");
    expect(await database.stockOf(ids.Alder ?? "")).toBe(38);
  });

  test("Selected products get new prices after a preview, are deleted, and both is undone", {
    tag: ["@both", "@wide"],
  }, async ({ page }) => {
    test.slow();
    const { ids, mark, cell } = await openList(page, { Alder: 1_000, Birch: 2_000 });
    for (const name of ["Alder", "Birch"]) await page.getByRole("checkbox", { name: `Select ${name} ${mark}` }).check();
    await page.getByRole("button", { name: "Change prices" }).click();
    const dialog = page.getByRole("dialog", { name: "Change the prices of 2 products" });
    await dialog.getByLabel("Round to").selectOption(".99");
    await dialog.getByRole("textbox", { name: "Percent", exact: true }).fill("10");
    await expect(dialog.getByRole("row", { name: `Birch ${mark} $20.00 $21.99` })).toBeVisible();
    await expectNoSidewaysScroll(page);
    // On a phone the bar of the acts covers parts of the rows, until they are scrolled.
    if ((page.viewportSize()?.width ?? 0) > 1_000) await expectAccessible(page);
    await dialog.getByRole("button", { name: "Change 2 prices" }).click();
    await expect(page.getByText("2 products have new prices")).toBeVisible();
    await expect(cell("Price", "Alder")).toHaveText("$10.99");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undone for 2 products")).toBeVisible();
    await expect(cell("Price", "Alder")).toHaveText("$10.00");

    for (const name of ["Alder", "Birch"]) await page.getByRole("checkbox", { name: `Select ${name} ${mark}` }).check();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const question = page.getByRole("dialog", { name: "Delete 2 products?" });
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("2 products deleted")).toBeVisible();
    await expect(page.getByText("No products found.")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undone for 2 products")).toBeVisible();
    await expect(cell("Price", "Birch")).toHaveText("$20.00");
    expect(await database.stockOf(ids.Birch ?? "")).toBe(30);
  });

  test("Prices and stock are edited on the cards of a phone", { tag: ["@phone", "@wide"] }, async ({ page }) => {
    const { mark, cell, field } = await openList(page, { Alder: 100, Birch: 200 });
    await expectGoodAtAllWidths(page);
    await cell("Price", "Alder").tap();
    await field("Price", "Alder").fill("-1");
    await field("Price", "Alder").press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "Price cannot be negative" })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Keep $1.00" }).tap();
    await cell("Stock", "Birch").tap();
    await field("Stock", "Birch").fill("7");
    await field("Stock", "Birch").press("Enter");
    await expect(page.getByText(`Stock of Birch ${mark} is now 7`)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).tap();
    await expect(page.getByText(`Stock of Birch ${mark} is 30 again`)).toBeVisible();
  });
});

test("A product is duplicated, withdrawn by its switch, and shown as in the shop", { tag: ["@both", "@wide"] }, async ({
  page,
}) => {
  const { ids, mark } = await openList(page, { Alder: 100 });
  await page.goto(`/admin/product/${ids.Alder}/edit`);
  await expect(page.getByRole("heading", { level: 1, name: `Alder ${mark}` })).toBeVisible();
  await expect(page.getByText("Not sold yet.")).toBeVisible();
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("8.25");
  await expect(page.locator("article")).toContainText("$8.25");
  await expectGoodAtAllWidths(page);
  await page.getByRole("switch", { name: "Show in the shop" }).press("Space");
  await page.getByRole("button", { name: "Save and unpublish" }).click();
  await expect(page.getByText("Product updated")).toBeVisible();
  const answer = await page.request.get(`/api/products/${ids.Alder}`);
  expect(await answer.json()).toMatchObject({ price: 8.25 });
  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Copy of Alder ${mark}` })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save and publish" })).toBeVisible();
});
