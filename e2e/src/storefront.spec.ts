import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectGoodAtAllWidths, expectNoSidewaysScroll, test } from "./customer.ts";

/** Delays all scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let releaseScripts = () => {};
  const scriptsReleased = new Promise<void>((done) => {
    releaseScripts = done;
  });
  await page.route("**/static/js/*", async (route) => {
    await scriptsReleased;
    await route.continue();
  });
  return releaseScripts;
}

test.describe("Home", () => {
  test("opens with a shop window, filters and twelve products, and asks for no catalog data again", {
    tag: "@both",
  }, async ({ page }) => {
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/trpc/catalog")) requests.push(request.url());
    });
    await page.goto("/");
    await expect(page).toHaveTitle("Modern E-Commerce Store");
    await expect(page.getByRole("region", { name: /featured/i })).toBeVisible();
    await expect(page.locator("#products article")).toHaveCount(12);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(requests).toEqual([]);
  });

  test("is there before its scripts, and its search works already", { tag: "@phone" }, async ({ page }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto("/", { waitUntil: "commit" });
    const rules = page.locator('script[type="speculationrules"]');
    await expect(rules, "fetch the next page on intent").toHaveCount(1);
    const slide = page.getByRole("region", { name: /featured/i }).getByRole("link");
    await expect(slide.first()).toContainText("$");
    await page.getByPlaceholder("Search products…").fill("lamp");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL("/search/lamp");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Results for “lamp”");
    releaseScripts();
    await expect(rules, "would fetch what hydrated links fetch as data").toHaveCount(0);
  });

  test("answers a press that begins before its scripts are there and ends after", async ({ page }) => {
    for (const hold of ["mouse", "keyboard"] as const) {
      const releaseScripts = await holdScripts(page);
      await page.goto("/", { waitUntil: "commit" });
      await page.getByPlaceholder("Search products…").fill("lamp");
      const button = page.getByRole("button", { name: "Search" });
      // A font that comes between the pointer's move and the press moves the button away.
      await page.evaluate(async () => void (await document.fonts.ready));
      if (hold === "mouse") await button.hover();
      else await button.focus();
      await (hold === "mouse" ? page.mouse.down() : page.keyboard.down("Space"));
      releaseScripts();
      await expect(page.locator("#root[data-hydrated]")).toBeAttached();
      await expect(page).toHaveURL("/");
      await (hold === "mouse" ? page.mouse.up() : page.keyboard.up("Space"));
      await expect(page, hold).toHaveURL("/search/lamp");
    }
  });

  test("answers a press in the very moment of hydration", async ({ page }) => {
    const releaseScripts = await holdScripts(page);
    await page.goto("/", { waitUntil: "commit" });
    await page.getByPlaceholder("Search products…").fill("lamp");
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector("#root[data-hydrated]") === null) return;
        observer.disconnect();
        queueMicrotask(() => document.querySelector<HTMLElement>("[role=search] [type=submit]")?.click());
      }).observe(document, { attributes: true, subtree: true });
    });
    releaseScripts();
    await expect(page).toHaveURL("/search/lamp");
  });

  test("turns its pages, and Back returns to the same place", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL("/page/2");
    await expect(page.locator('[aria-current="page"]')).toHaveText("2");
    const card = page.locator("article").nth(9).getByRole("link");
    await card.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(0);
    await card.click();
    await expect(page).toHaveURL(/\/product\//);
    await page.goBack();
    await expect(page).toHaveURL("/page/2");
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 80);
    await expect(card).toBeFocused();
  });

  test("filters the loaded page, keeps the choice in the address, and resets it", async ({ page }) => {
    await page.goto("/");
    const shown = page.locator("#products article");
    const brand = (await shown.first().locator("p").first().textContent()) ?? "";
    expect(brand).not.toBe("");
    await page.getByRole("group", { name: "Brands" }).getByText(brand, { exact: true }).click();
    await expect(page).toHaveURL(/brand=/);
    await expect(shown.filter({ hasNotText: brand })).toHaveCount(0);
    await expect(shown.first()).toContainText(brand);
    await expect(page.getByText(/^\d+ of 12 on this page/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^\d+ of 12 on this page/)).toBeVisible();
    await page.getByText("Reset Filters").first().click();
    await expect(shown).toHaveCount(12);
  });
});

test.describe("search", () => {
  test("carries any keyword from the box to the address, the heading and the box again", async ({ page }) => {
    await page.goto("/");
    for (const keyword of ["50% off & more/less", "ünï", "mug.", "..", "a?b#c", "100%"]) {
      const box = page.getByPlaceholder("Search products…").first();
      await box.fill(`  ${keyword} `);
      await page.getByRole("button", { name: "Search" }).first().click();
      await expect(page.getByRole("heading", { level: 1 })).toContainText(keyword);
      await expect(box).toHaveValue(keyword);
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toContainText(keyword);
    }
    await page.getByRole("link", { name: "Go Back" }).click();
    await expect(page).toHaveURL("/");
  });

  test("finds a product by a misspelt word, and says so kindly when nothing is found", { tag: "@phone" }, async ({
    page,
  }) => {
    await page.goto("/search/hedphones");
    await expect(page.locator("article").first()).toContainText(/headphones/i);
    await page.goto("/search/zzqxqz");
    await expect(page.getByText("No products found.")).toBeVisible();
    await expectGoodAtAllWidths(page);
  });

  test("says so when no product has all words, and shows what has some", async ({ page }) => {
    await page.goto("/search/red%20dress");
    await expect(page.getByText("No match for all words. Showing products for dress.")).toBeVisible();
    await expect(page.locator("article").first()).toContainText(/dress/i);
    await expectGoodAtAllWidths(page);
  });

  test("suggests while typing, moves nothing, and follows the arrows", { tag: "@both" }, async ({ page }) => {
    await page.goto("/");
    const heading = page.getByRole("heading", { name: "All products" });
    await expect(page.locator("#products article")).toHaveCount(12);
    const before = await heading.boundingBox();
    const field = page.getByRole("combobox", { name: "Search products" });
    await field.pressSequentially("hedph");
    const options = page.getByRole("option");
    await expect(options.first()).toContainText(/headphones/i);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(await heading.boundingBox()).toEqual(before);
    await page.keyboard.press("ArrowDown");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/product\//);
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/headphones/i);
  });

  test("goes Home for a blank keyword", async ({ page }) => {
    await page.goto("/search/lamp");
    await page.getByPlaceholder("Search products…").first().fill("   ");
    await page.getByRole("button", { name: "Search" }).first().click();
    await expect(page).toHaveURL("/");
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the shop can be read and searched", { tag: "@phone" }, async ({ page }) => {
    await page.goto("/");
    await expect(
      page
        .getByRole("region", { name: /featured/i })
        .getByRole("link")
        .first(),
    ).toBeVisible();
    await expect(page.locator("#products article")).toHaveCount(12);
    await expectNoSidewaysScroll(page);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL("/page/2");
    await expect(page.locator('[aria-current="page"]')).toHaveText("2");
    await page.getByPlaceholder("Search products…").fill("hedphones");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL("/search/hedphones");
    await page.locator("article").getByRole("link", { name: "Halden Over-Ear Headphones" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Halden Over-Ear Headphones");
    await expect(page.getByText("In Stock").first()).toBeVisible();
    await expect(page.getByRole("group", { name: "Reviews shown" })).toContainText(/reviews/);
    await expect(page.locator("#reviews ~ * article").first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test.describe("product", () => {
  test("is put into the cart by a press that its scripts come too late for", { tag: "@phone" }, async ({ page }) => {
    await page.goto("/search/halden");
    const releaseScripts = await holdScripts(page);
    const card = page.locator("article").getByRole("link", { name: "Halden Over-Ear Headphones" });
    await page.goto((await card.getAttribute("href")) ?? "", { waitUntil: "commit" });
    await page.getByLabel("Quantity").selectOption("2");
    await page.getByRole("button", { name: "Add To Cart" }).first().click();
    releaseScripts();
    await expect(page).toHaveURL("/cart");
    await expect(page.getByText("Subtotal (2) items")).toBeVisible();
  });

  test("shows all that a guest may know and leads into the cart", { tag: "@phone" }, async ({ page }) => {
    await page.goto("/");
    // A demo product with enough stock for all tests.
    const name = "Halden Over-Ear Headphones";
    await page.locator("#products article").getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(page.getByText("In Stock").first()).toBeVisible();
    await expectGoodAtAllWidths(page);
    await page
      .getByLabel(/quantity|qty/i)
      .first()
      .selectOption("2");
    await page.getByRole("button", { name: "Add To Cart" }).first().click();
    await expect(page).toHaveURL("/cart");
    await expect(page.getByText("Subtotal (2) items")).toBeVisible();
    await expect(page.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
    await expectGoodAtAllWidths(page);
    await page.reload();
    await expect(page.getByText("Subtotal (2) items")).toBeVisible();
  });

  test.describe("that does not exist", () => {
    test.use({ expectedErrors: [/404/] });
    test("is answered with 404, a search box and a way on", async ({ page }) => {
      const response = await page.goto("/product/00000000-0000-7000-8000-000000000000");
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "Product not found" })).toBeVisible();
      await expect(page.getByPlaceholder("Search products…").first()).toBeVisible();
    });

    test("an unknown address has a screen of its own", async ({ page }) => {
      const response = await page.goto("/no/such/place");
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
      await expectAccessible(page);
    });
  });
});
