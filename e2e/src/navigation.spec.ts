import type { Page } from "@playwright/test";
import { expect, test } from "./customer.ts";

const inStock = "Halden Over-Ear Headphones";

/** Records the URLs that are read from now on, except downloads of files that are loaded from the cache afterwards. */
function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const isDownload = request.resourceType() === "fetch" && request.url().includes("/static/");
    if (request.method() === "GET" && !isDownload) requests.push(request.url());
  });
  return requests;
}

test("no page asks for what it carries, and none asks for anything twice", { tag: ["@both", "@wide"] }, async ({
  page,
}) => {
  await page.goto("/search/headphones");
  const product = (await page.locator("article").getByRole("link", { name: inStock }).getAttribute("href")) ?? "";
  expect(product).toMatch(/^\/product\//);
  for (const path of ["/", "/page/2", "/search/lamp", product]) {
    await page.goto("about:blank");
    const requests = recordRequests(page);
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.locator("#root[data-hydrated]")).toBeAttached();
    await expect(page.locator("[data-image=loading] img[loading=eager]")).toHaveCount(0);
    // The filters for all results come after them, and so do the photos of all reviews.
    const late = path.startsWith("/search/") ? /\/trpc\/catalog\.find\?/ : /\/trpc\/review\.list\?.*photos%22%3Atrue/;
    const isLate = (url: string) => late.test(url);
    expect(
      requests.filter((url) => url.includes("/trpc/") && !isLate(url)),
      path,
    ).toEqual([]);
    expect(
      requests.filter((url, index) => requests.indexOf(url) !== index),
      path,
    ).toEqual([]);
    page.removeAllListeners("request");
  }
});

/** Records whether a skeleton was ever rendered. */
async function watchForSkeletons(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    const check = () => {
      if (document.querySelector("main [class*=skeleton]") !== null) document.documentElement.dataset.sawSkeleton = "";
    };
    new MutationObserver(check).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => "sawSkeleton" in document.documentElement.dataset);
}

for (const [from, back] of [
  ["/", "browser"],
  ["/page/2", "browser"],
  ["/search/a", "Go Back"],
] as const) {
  test(`from ${from} to a product and back by ${back} one is in the same place, and waits for nothing`, {
    tag: "@phone",
  }, async ({ page }) => {
    await page.clock.install();
    await page.goto(from);
    // A link that is followed earlier loads a page, after which the browser forgets what had the focus.
    await expect(page.locator("#root[data-hydrated]")).toBeAttached();
    const card = page.locator("#products article").nth(9).getByRole("link");
    await card.scrollIntoViewIfNeeded();
    const scrollPosition = () => page.evaluate(() => window.scrollY);
    const before = await scrollPosition();
    expect(before).toBeGreaterThan(0);
    const sawSkeleton = await watchForSkeletons(page);
    await card.click();
    await expect(page).toHaveURL(/\/product\//);
    await expect(page.getByRole("button", { name: /Add To Cart|Out Of Stock/ }).first()).toBeVisible();
    // What the product's page still loads has its own skeletons.
    await expect(page.locator("main [class*=skeleton]")).toHaveCount(0);
    // Longer than the cache time. From here on no response arrives.
    await page.clock.runFor(60_000);
    await page.route("**/trpc/**", () => undefined);
    await page.evaluate(() => delete document.documentElement.dataset.sawSkeleton);
    if (back === "browser") await page.goBack();
    else await page.getByRole("link", { name: back }).click();
    await expect(page).toHaveURL(from);
    await expect(card).toBeFocused();
    expect(await scrollPosition()).toBe(before);
    expect(await sawSkeleton(), "skeletons").toBe(false);

    // Without cached data a skeleton renders.
    await page.goto("/login");
    await expect(page.locator("#root[data-hydrated]")).toBeAttached();
    const sawSkeletonAtHome = await watchForSkeletons(page);
    await page.getByRole("banner").getByRole("link").first().click();
    await expect(page).toHaveURL("/");
    await expect.poll(sawSkeletonAtHome).toBe(true);
  });
}

test("whoever is about to follow a link has its code and data fetched ahead", { tag: "@wide" }, async ({ page }) => {
  await page.goto("/", { waitUntil: "networkidle" });
  const requests = recordRequests(page);
  const expectRequest = (pattern: RegExp) =>
    expect.poll(() => requests.filter((url) => pattern.test(url)).length, String(pattern));
  const card = page.locator("#products article").nth(2).getByRole("link");
  const [id = ""] = (await card.getAttribute("href"))?.split("/").at(-1)?.split("?") ?? [];
  await card.hover();
  await expectRequest(/product-page-[^/]+\.js/).toBe(1);
  await expectRequest(new RegExp(`catalog\\.product.*${id}`)).toBe(1);
  await page.getByRole("link", { name: "Page 2" }).focus();
  await expectRequest(/catalog\.list.*%22pageNumber%22%3A2/).toBe(1);
  await page.getByRole("link", { name: "Cart", exact: true }).dispatchEvent("touchstart");
  await expectRequest(/cart-page-[^/]+\.js/).toBe(1);
  await page.getByRole("link", { name: "Sign In" }).hover();
  await expectRequest(/login-page-[^/]+\.js/).toBe(1);
  // Following the link sends no further request.
  await card.hover();
  await card.click();
  await expect(page).toHaveURL(new RegExp(id));
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expectRequest(new RegExp(`catalog\\.product.*${id}`)).toBe(1);
});
