import type { Page } from "@playwright/test";
import { enterAsNew, expect, expectGoodAtAllWidths, newAccount, register, test } from "./customer.ts";

/** Makes the requests for files that match fail, the first ones or all. */
async function loseFiles(page: Page, pattern: RegExp, times = Number.POSITIVE_INFINITY) {
  let requests = 0;
  // The handler stays after the last failure: removing it while the next request begins would race with that request.
  await page.route(pattern, (route) => {
    requests += 1;
    return requests <= times ? route.abort() : route.fallback();
  });
  return { restore: () => page.unroute(pattern), requests: () => requests };
}

const filesOf = (part: string) => new RegExp(`/static/js/${part}-[^/]+\\.js$`);

/** Marks the page; a reload removes the mark. */
const mark = (page: Page) => page.evaluate(() => void Reflect.set(window, "isSamePage", true));
const isSamePage = (page: Page) => page.evaluate(() => Reflect.get(window, "isSamePage") === true);

async function openProduct(page: Page): Promise<void> {
  await page.goto("/search/headphones");
  await page.locator("article").getByRole("link").first().click();
  await expect(page.getByRole("button", { name: "Add To Cart" }).first()).toBeVisible();
}

test.use({ expectedErrors: [/ERR_FAILED/] });

test("a part whose file is lost once shows all the same, without a press and without a reload", async ({ page }) => {
  await enterAsNew(page);
  const form = await loseFiles(page, filesOf("review-form"), 1);
  await openProduct(page);
  await expect(page.getByRole("heading", { name: "Write a Review" })).toBeVisible();
  expect(form.requests()).toBeGreaterThan(1);
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
});

test("a part shows all the same when the list of all parts' files is lost once", { tag: "@wide" }, async ({ page }) => {
  await enterAsNew(page);
  const list = await loseFiles(page, /\/static\/js\/parts-[^/]+\.json$/, 1);
  await openProduct(page);
  await expect(page.getByRole("heading", { name: "Write a Review" })).toBeVisible();
  expect(list.requests()).toBeGreaterThan(1);
});

test("a part whose file is never answered is requested again before a customer gives up", { tag: "@wide" }, async ({
  page,
}) => {
  await enterAsNew(page);
  let requests = 0;
  await page.route(filesOf("review-form"), (route) => {
    requests += 1;
    // The first request stays open without an answer.
    return requests === 1 ? undefined : route.fallback();
  });
  await openProduct(page);
  await expect(page.getByRole("heading", { name: "Write a Review" })).toBeVisible();
  expect(requests).toBeGreaterThan(1);
});

test("a customer buys where the review form is missing, and Try again brings it", { tag: ["@phone", "@wide"] }, async ({
  page,
}) => {
  await enterAsNew(page);
  const lost = await loseFiles(page, filesOf("review-form"));
  await openProduct(page);
  await expect(page.getByRole("alert")).toContainText("The review form could not be loaded.");
  await expectGoodAtAllWidths(page);
  await mark(page);
  await lost.restore();
  const retry = page.getByRole("button", { name: "Try again" });
  await retry.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Write a Review" })).toBeVisible();
  // The next Tab goes on in the form.
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Rating", { exact: true })).toBeFocused();
  expect(await isSamePage(page)).toBe(true);
  await page.getByRole("button", { name: "Add To Cart" }).first().click();
  await expect(page).toHaveURL("/cart");
});

test("the header stays when a customer signs in and the account menu is missing, and the menu comes back", {
  tag: ["@phone", "@wide"],
}, async ({ page }) => {
  const lost = await loseFiles(page, filesOf("account-dropdown"));
  const account = newAccount();
  await page.goto("/register");
  await register(page, account);
  await expect(page).toHaveURL("/");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "Cart" })).toBeVisible();
  await expect(header.getByRole("link", { name: account.name })).toHaveAttribute("href", "/profile");
  await expectGoodAtAllWidths(page);
  await lost.restore();
  await header.getByRole("link", { name: "Cart" }).click();
  await header.getByRole("button", { name: account.name }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
});

test("a screen that is missing says so below the header, and is opened by Try again or by its link", {
  tag: ["@phone", "@wide"],
}, async ({ page }) => {
  await page.goto("/");
  await mark(page);
  const lost = await loseFiles(page, filesOf("cart-page"));
  const cart = page.getByRole("banner").getByRole("link", { name: "Cart" });
  await cart.click();
  await expect(page.getByText("This page could not be loaded.")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.getByRole("banner").getByRole("link").first().click();
  await expect(page.locator("article").first()).toBeVisible();
  await lost.restore();
  await cart.click();
  await expect(page.getByRole("heading", { level: 1, name: /Cart/ })).toBeVisible();
  expect(await isSamePage(page)).toBe(true);
});
