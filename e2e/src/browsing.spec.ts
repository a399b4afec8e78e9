import { expect, expectAccessible, expectGoodAtAllWidths, expectNoSidewaysScroll, tabTo, test } from "./customer.ts";

test.describe("Browsing", () => {
  test("leads a customer on a phone from the menu to a product, and by its path back", { tag: "@phone" }, async ({
    page,
  }) => {
    await page.goto("/");
    const menu = page.getByRole("link", { name: "Shop by category and brand" });
    await menu.tap();
    const drawer = page.getByRole("dialog", { name: "Shop" });
    const category = drawer.getByRole("region", { name: "Categories" }).getByRole("link").first();
    await expect(category).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const name = ((await category.textContent()) ?? "").replace(/\s*\d+ products?$/, "");
    await category.tap();
    await expect(drawer).toBeHidden();
    await expect(page).toHaveURL(/\/category\//);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    const address = page.url();
    await page.locator("article").nth(1).getByRole("link").first().tap();
    await expect(page).toHaveURL(/\/product\//);
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name }).tap();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

  test("works with the keyboard alone: Escape gives the focus back, a brand leads to its products", {
    tag: "@wide",
  }, async ({ page }) => {
    await page.goto("/");
    const menu = page.getByRole("link", { name: "Shop by category and brand" });
    await tabTo(page, menu);
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog", { name: "Shop" });
    const brand = panel.getByRole("region", { name: "Brands" }).getByRole("link").first();
    await expect(brand).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(menu).toBeFocused();
    await page.keyboard.press("Enter");
    await tabTo(page, brand);
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/brand\//);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expectGoodAtAllWidths(page);
  });

  test("needs no scripts: the menu is a page, and Home shows twelve entrances", async ({ browser, baseURL }) => {
    const page = await browser.newPage({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
    await page.goto("/");
    const entrances = page.getByRole("navigation", { name: "Categories and brands" }).getByRole("link");
    await expect(entrances).toHaveCount(12);
    await page.getByRole("link", { name: "Shop by category and brand" }).click();
    await expect(page).toHaveURL("/browse");
    await page.getByRole("region", { name: "Categories" }).getByRole("link").first().click();
    await expect(page.locator("article").first()).toBeVisible();
    await page.close();
  });

  test("shows products on the first screen of a phone, below a row of entrances that scrolls", {
    tag: "@phone",
  }, async ({ page }) => {
    await page.goto("/");
    const row = page.getByRole("navigation", { name: "Categories and brands" });
    await expect(row.getByRole("link")).toHaveCount(12);
    await row.getByRole("link").last().focus();
    await expect(row.getByRole("link").last()).toBeInViewport();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
