import { expect, expectAccessible, expectGoodAtAllWidths, expectNoSidewaysScroll, test } from "./customer.ts";

test.describe("All products", () => {
  test("are narrowed on a phone, in a drawer that shows what is found, and Back returns to the place", {
    tag: ["@phone", "@wide"],
  }, async ({ page }) => {
    await page.goto("/products");
    await page.getByRole("button", { name: "Filter" }).tap();
    const drawer = page.getByRole("dialog", { name: "Filters" });
    const choice = drawer.getByRole("group", { name: "Category" }).getByRole("checkbox").first();
    const name = (await choice.getAttribute("value")) ?? "";
    await choice.tap();
    await drawer.getByRole("checkbox", { name: "In stock" }).tap();
    await expectAccessible(page);
    const show = drawer.getByRole("button", { name: /^Show \d+ products?$/ });
    const total = /\d+/.exec((await show.textContent()) ?? "")?.[0] ?? "";
    await show.tap();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole("status").filter({ hasText: `of ${total} products` })).toBeVisible();
    const chip = page.getByRole("link", { name: `Remove filter Category ${name}` });
    await expect(chip).toBeVisible();
    await expectNoSidewaysScroll(page);

    const card = page.locator("article").nth(3);
    await card.scrollIntoViewIfNeeded();
    await card.getByRole("link").first().tap();
    await expect(page).toHaveURL(/\/product\//);
    await page.goBack();
    await expect(chip).toBeVisible();
    // Cards above it can be higher than they were taken for, so that the place is that of the card.
    await expect(card).toBeInViewport({ ratio: 0.5 });
    await chip.tap();
    await expect(page).toHaveURL("/products?inStock=true");
  });

  test("are found with the keyboard alone, from the filter of one page on", { tag: "@wide" }, async ({ page }) => {
    await page.goto("/");
    const item = page.getByRole("group", { name: "Brands" }).getByRole("button", { pressed: false }).nth(1);
    await item.focus();
    await page.keyboard.press("Enter");
    const all = page.getByRole("link", { name: /^See all \d+ by / });
    await all.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/products\?brand=/);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    const rating = page.getByRole("radio", { name: /^4 stars and up/ });
    await rating.focus();
    await page.keyboard.press("Space");
    await expect(page).toHaveURL(/rating=4/);
    await expect(rating).toBeFocused();
    await page.getByRole("combobox", { name: "Sort by" }).focus();
    await page.keyboard.type("Price: low");
    await expect(page).toHaveURL(/sort=price-up/);
    const chip = page.getByRole("link", { name: /^Remove filter Rating/ });
    await chip.focus();
    await page.keyboard.press("Enter");
    await expect(chip).toBeHidden();
    await expect(page).not.toHaveURL(/rating/);
  });

  test("are good to look at and to use at all widths", { tag: "@wide" }, async ({ page }) => {
    await page.goto("/products?inStock=true&sort=price-up");
    await expectGoodAtAllWidths(page);
  });
});

test.describe("All products without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("are narrowed by a form", async ({ page }) => {
    await page.goto("/products");
    const form = page.getByRole("form", { name: "Filters" });
    await form.getByRole("checkbox", { name: "In stock" }).check();
    await form.getByLabel("From $").fill("30");
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("price-up");
    await form.getByRole("button", { name: "Show products" }).click();
    await expect(page).toHaveURL(/\/products\?.*inStock=true/);
    await expect(page.getByRole("link", { name: "Remove filter Price $30.00 and more" })).toBeVisible();
    await expect(form.getByRole("checkbox", { name: "In stock" })).toBeChecked();
    await expect(page.getByRole("combobox", { name: "Sort by" })).toHaveValue("price-up");
  });
});
