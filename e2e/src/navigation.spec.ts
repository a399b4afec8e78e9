import type { Page } from "@playwright/test";
import { expect, test } from "./customer.ts";

const plenty = "Halden Over-Ear Headphones";

/** Every address that the page asks for from now on. */
function noteRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  return asked;
}

test("no page asks for what it carries, and none asks for anything twice @phone", async ({ page }) => {
  await page.goto("/search/headphones");
  const product = (await page.locator("article").getByRole("link", { name: plenty }).getAttribute("href")) ?? "";
  expect(product).toMatch(/^\/product\//);
  for (const path of ["/", "/page/2", "/search/lamp", product]) {
    await page.goto("about:blank");
    const asked = noteRequests(page);
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.locator("#prerender")).toHaveCount(0);
    await expect(page.locator("[data-image=loading] img[loading=eager]")).toHaveCount(0);
    expect(
      asked.filter((url) => url.includes("/trpc/")),
      path,
    ).toEqual([]);
    expect(
      asked.filter((url, place) => asked.indexOf(url) !== place),
      path,
    ).toEqual([]);
    page.removeAllListeners("request");
  }
});

/** Keeps in the page whether anything that stands in for coming content was ever there. */
async function watchForWaiting(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    const look = () => {
      if (document.querySelector("main [class*=skeleton]") !== null) document.documentElement.dataset.waited = "";
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => "waited" in document.documentElement.dataset);
}

for (const [from, back] of [
  ["/", "browser"],
  ["/page/2", "browser"],
  ["/search/a", "Go Back"],
] as const) {
  test(`from ${from} to a product and back by ${back} one is in the same place, and waits for nothing @phone`, async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto(from);
    const card = page.locator("article").nth(9).getByRole("link");
    await card.scrollIntoViewIfNeeded();
    const place = () => page.evaluate(() => window.scrollY);
    const before = await place();
    expect(before).toBeGreaterThan(0);
    const hasWaited = await watchForWaiting(page);
    await card.click();
    await expect(page).toHaveURL(/\/product\//);
    await expect(page.getByRole("button", { name: /Add To Cart|Out Of Stock/ }).first()).toBeVisible();
    // Longer than any answer is kept; and from here on none comes.
    await page.clock.runFor(60_000);
    await page.route("**/trpc/**", () => undefined);
    await page.evaluate(() => delete document.documentElement.dataset.waited);
    if (back === "browser") await page.goBack();
    else await page.getByRole("link", { name: back }).click();
    await expect(page).toHaveURL(from);
    await expect(card).toBeFocused();
    expect(await place()).toBe(before);
    expect(await hasWaited(), "stand-ins for coming content").toBe(false);

    // Where there is nothing to show yet, something does stand in.
    await page.goto("/login");
    const hasWaitedThere = await watchForWaiting(page);
    await page.getByRole("banner").getByRole("link").first().click();
    await expect(page).toHaveURL("/");
    await expect.poll(hasWaitedThere).toBe(true);
  });
}

test("whoever is about to follow a link has its code and data fetched ahead", async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  const asked = noteRequests(page);
  const fetched = (what: RegExp) => expect.poll(() => asked.filter((url) => what.test(url)).length, String(what));
  const card = page.locator("article").nth(2).getByRole("link");
  const id = (await card.getAttribute("href"))?.split("/").at(-1) ?? "";
  await card.hover();
  await fetched(/product-page-[^/]+\.js/).toBe(1);
  await fetched(new RegExp(`catalog\\.product.*${id}`)).toBe(1);
  await page.getByRole("link", { name: "Page 2" }).focus();
  await fetched(/catalog\.list.*%22pageNumber%22%3A2/).toBe(1);
  await page.getByRole("link", { name: "Cart", exact: true }).dispatchEvent("touchstart");
  await fetched(/cart-page-[^/]+\.js/).toBe(1);
  await page.getByRole("link", { name: "Sign In" }).hover();
  await fetched(/login-page-[^/]+\.js/).toBe(1);
  // Then following it asks for nothing more.
  await card.hover();
  await card.click();
  await expect(page).toHaveURL(new RegExp(id));
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await fetched(new RegExp(`catalog\\.product.*${id}`)).toBe(1);
});
