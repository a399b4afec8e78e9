import type { Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, expectGoodAtAllWidths, test } from "./customer.ts";

const admin = { email: "admin@example.com", password: "admin-demo-2026" };

async function create(page: Page, list: string, what: string, name: string) {
  await page.goto(list);
  await page.getByRole("button", { name: `Create ${what}` }).click();
  const question = page.getByRole("dialog", { name: `Create a new ${what.toLowerCase()}?` });
  await question.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await page.keyboard.type(name);
}

test("An administrator makes a collection by keyboard, and customers find it in the menu in its order", {
  tag: ["@both", "@wide"],
}, async ({ page }) => {
  test.slow();
  const name = `Picks ${Date.now()}`;
  await enterAs(page, admin);
  await create(page, "/admin/collectionlist", "Collection", name);
  const find = page.getByRole("searchbox", { name: "Find products to add" });
  for (const [words, product] of [
    ["squall", "Squall Windproof Umbrella"],
    ["infield", "Infield Cotton Cap"],
  ]) {
    await find.fill(words ?? "");
    // Other tests can have copied it.
    await page
      .getByRole("button", { name: new RegExp(`^Add ${product}`) })
      .first()
      .focus();
    await page.keyboard.press("Enter");
  }
  await page.getByRole("button", { name: /^Move Infield Cotton Cap.* up$/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Infield Cotton Cap.* is number 1 of 2$/)).toBeVisible();
  await find.fill("");
  await page.getByRole("checkbox", { name: "Show it to customers" }).focus();
  await page.keyboard.press("Space");
  await expectAccessible(page);
  await expectGoodAtAllWidths(page);
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Collection updated")).toBeVisible();

  await page.goto("/browse");
  await page.getByRole("region", { name: "Collections" }).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const cards = page.getByRole("region", { name: "Products", exact: true }).getByRole("heading", { level: 3 });
  await expect(cards).toHaveText(["Infield Cotton Cap", "Squall Windproof Umbrella"]);
  await expectAccessible(page);
  await expectGoodAtAllWidths(page);
});

test("A rule says what it finds before it is saved, and its page is narrowed like any list", { tag: "@wide" }, async ({
  page,
}) => {
  test.slow();
  const name = `Rule ${Date.now()}`;
  await enterAs(page, admin);
  await create(page, "/admin/collectionlist", "Collection", name);
  await page.getByRole("checkbox", { name: "Show it to customers" }).check();
  await page.getByRole("radio", { name: /^By a rule/ }).check();
  await page.getByRole("combobox", { name: "Categories" }).fill("outer");
  await page.getByRole("option", { name: "Clothing › Outerwear" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Lowest price" }).fill("200");
  const found = page.getByRole("region", { name: "What it finds now" });
  await expect(found.getByRole("status")).toHaveText(/^\d products meet it/);
  await expectAccessible(page);
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Collection updated")).toBeVisible();
  await page.getByRole("link", { name: "View in shop" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.getByRole("checkbox", { name: /^Vérane/ }).check();
  await expect(page).toHaveURL(/\/collection\/rule-\d+\?brand=V%C3%A9rane$/);
  await expect(page.getByRole("link", { name: "Lisière Wool Overcoat" })).toBeVisible();
});

test("A category is put below another one, which lists its products and leads to it", { tag: "@wide" }, async ({
  page,
}) => {
  const name = `Rarities ${Date.now()}`;
  await enterAs(page, admin);
  await create(page, "/admin/categorylist", "Category", name);
  await page.getByRole("combobox", { name: "Below" }).selectOption("Clothing › Outerwear");
  await expectAccessible(page);
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Category updated")).toBeVisible();
  await page.getByRole("link", { name: "View in shop" }).click();
  const path = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(path.getByRole("listitem")).toHaveText(["Home", "Clothing", "Outerwear", name]);
  await path.getByRole("link", { name: "Clothing" }).click();
  await page.getByRole("navigation", { name: "Categories in Clothing" }).getByRole("link").click();
  await expect(page).toHaveURL("/category/outerwear");
  await page.goto("/admin/categorylist");
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Category deleted")).toBeVisible();
});

test("A group in the list of products folds out, and its variants get an image and a number in their cells", {
  tag: "@wide",
}, async ({ page }) => {
  test.slow();
  await enterAs(page, admin);
  await page.goto("/admin/productlist?search=baltic");
  const fold = page.getByRole("button", { name: /variants of Baltic Boiled-Wool Duffle Coat/ });
  await fold.focus();
  await page.keyboard.press("Enter");
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await expectAccessible(page);
  await expectGoodAtAllWidths(page);
  await page.getByRole("link", { name: "Edit Baltic Boiled-Wool Duffle Coat", exact: true }).click();
  const table = page.getByRole("table", { name: "Variants" });
  await table.getByRole("button", { name: /^SKU of Baltic Boiled-Wool Duffle Coat L/ }).focus();
  await page.keyboard.type(`BDC-L-${Date.now()}`);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^SKU of Baltic Boiled-Wool Duffle Coat L is now BDC-L/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/^SKU of Baltic Boiled-Wool Duffle Coat L is none again/)).toBeVisible();
  await expectGoodAtAllWidths(page);
  await table.getByRole("button", { name: "Change the image of L" }).click();
  await expect(page.getByRole("dialog", { name: "Image of L" })).toBeVisible();
  await expectAccessible(page);
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Cancel" }).click();
});
