import type { Page } from "@playwright/test";
import { expect, test } from "./customer.ts";

/** Makes the browser's own time limits follow the page's clock, which the tests control. */
async function controlClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException("signal timed out", "TimeoutError")), ms);
      return controller.signal;
    };
  });
}

test.describe("a shop without a connection", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test("keeps its cart, and loads by itself what failed once the connection is back", { tag: "@phone" }, async ({
    page,
    context,
  }) => {
    await page.goto("/", { waitUntil: "networkidle" });
    await context.setOffline(true);
    await expect(page.getByText("You are offline.")).toBeVisible();
    // Not the link, which would have prefetched the page.
    await page.getByRole("link", { name: "Page 2" }).dispatchEvent("click");
    await expect(page).toHaveURL("/page/2");
    await expect(page.getByRole("main").getByRole("alert")).toContainText("The shop could not be reached.");
    await context.setOffline(false);
    await expect(page.locator("article")).toHaveCount(12);
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
    await expect(page.getByText("You are offline.")).toHaveCount(0);
  });
});

test.describe("a shop that does not answer", () => {
  test("says so after thirty seconds, having been asked once", { tag: "@wide" }, async ({ page }) => {
    await controlClock(page);
    await page.goto("/", { waitUntil: "networkidle" });
    let requests = 0;
    await page.route("**/trpc/catalog.list*", () => {
      requests += 1;
    });
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await page.getByRole("link", { name: "Page 2" }).dispatchEvent("click");
    // Requests of the same tick are sent together, a tick later.
    await page.clock.runFor(10);
    await expect.poll(() => requests).toBe(1);
    await page.clock.runFor(29_900);
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
    await page.clock.runFor(200);
    await expect(page.getByRole("main").getByRole("alert")).toContainText("The shop did not answer in time.");
    expect(requests).toBe(1);
    await page.unroute("**/trpc/catalog.list*");
    await page.clock.resume();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.locator("article")).toHaveCount(12);
  });
});
