import type { Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, expectGoodAtAllWidths, expectNoSidewaysScroll, test } from "./customer.ts";

const admin = { email: "admin@example.com", password: "admin-demo-2026" };
const searchField = (page: Page) => page.getByRole("combobox", { name: "Search products" });

/** How many of the first cards stand in one row. */
async function cardsInRow(page: Page): Promise<number> {
  const tops = await page
    .locator("#products article")
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
  return tops.filter((top) => top === tops[0]).length;
}

test("a product is found by a word on a phone, by its beginning and again among the last searches", {
  tag: ["@phone", "@wide"],
}, async ({ page }) => {
  await page.goto("/");
  const field = searchField(page);
  await field.tap();
  await expect(page.getByRole("option")).toHaveCount(0);
  await field.fill("watc");
  const options = page.getByRole("option");
  await expect(options.filter({ hasText: "Watches" })).toBeVisible();
  await expect(options.filter({ hasText: /beanie/i })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Search" }).tap();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Results for “watc”");
  await expect(page.locator("article").first()).toContainText(/watch|chronograph/i);
  await page.goto("/");
  await field.tap();
  await expect(options).toHaveText(["watc"]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await options.first().tap();
  await expect(page).toHaveURL("/search/watc");
  await page.goto("/");
  await field.tap();
  await page.getByRole("button", { name: "Remove watc from your recent searches" }).tap();
  await expect(options).toHaveCount(0);
});

test("the first screen of a phone has the shop window with its button, and products, one in a row", {
  tag: "@phone",
}, async ({ page }) => {
  await page.goto("/");
  const shopWindow = page.getByRole("region", { name: "Featured products" });
  expect((await shopWindow.boundingBox())?.height).toBeLessThanOrEqual(320);
  const action = shopWindow.getByText("View product").first();
  await expect(action).toBeInViewport({ ratio: 1 });
  await expect(page.locator("article").first()).toBeInViewport();
  expect(await cardsInRow(page)).toBe(1);
  for (const [width, inRow] of [
    [320, 1],
    [767, 1],
    [768, 2],
    [992, 3],
    [1_200, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 1_024 });
    await expect.poll(() => cardsInRow(page)).toBe(inRow);
    await expectNoSidewaysScroll(page);
  }
});

test("a product's page goes on with others below, and moves nothing while they load", { tag: "@wide" }, async ({
  page,
}) => {
  await page.goto("/search/watch");
  const links = page.locator("article").getByRole("link");
  const [first, second] = await Promise.all([0, 1].map((place) => links.nth(place).getAttribute("href")));
  await page.goto(first ?? "");
  await expect(page.getByRole("region", { name: "You may also like" }).getByRole("link")).toHaveCount(4);
  await page.waitForFunction(() => localStorage.getItem("recentlyViewed") !== null);
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sessionStorage.setItem("shifted", JSON.stringify(entry));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(second ?? "");
  const viewed = page.getByRole("region", { name: "Recently viewed" }).getByRole("link");
  await expect(viewed).toHaveAttribute("href", first ?? "");
  expect(await page.evaluate(() => sessionStorage.getItem("shifted"))).toBeNull();
  await expectAccessible(page);
  await page.goto("/cart");
  await expect(page.getByRole("region", { name: "Featured products" }).getByRole("link")).toHaveCount(4);
  await expectGoodAtAllWidths(page);
});

test("an admin turns a search without result into a synonym, and leads another to a page", { tag: "@wide" }, async ({
  page,
}) => {
  const word = `zq${Date.now().toString(36)}`.replace(/\d/g, "x");
  await page.goto(`/search/${word}`);
  await expect(page.getByText("No products found.")).toBeVisible();
  await enterAs(page, admin);
  await expect
    .poll(async () => {
      await page.goto(`/admin/search?search=${word}`);
      await page.getByRole("region", { name: "List of search terms" }).waitFor();
      return page.getByRole("button", { name: `Add synonym for ${word}` }).count();
    })
    .toBe(1);
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: `Add synonym for ${word}` }).click();
  const dialog = page.getByRole("dialog", { name: "Add synonyms" });
  await expect(dialog.getByLabel("Words that mean the same")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("watch,");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Synonyms added")).toBeVisible();
  await page.goto("/admin/search/redirects");
  await page.getByRole("button", { name: "Add redirect" }).click();
  await page.getByLabel("Search words", { exact: true }).fill(`${word} returns`);
  await page.getByLabel("Page", { exact: true }).fill("/cart");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Redirect added")).toBeVisible();
  await expectGoodAtAllWidths(page);
  const found = await page.request.get(`/search/${word}`);
  expect(await found.text()).not.toContain("No products found.");
  expect((await page.request.get(`/search/${word}%20Returns`)).url()).toContain("/cart");
});
