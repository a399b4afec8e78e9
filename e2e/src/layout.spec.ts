import type { Locator, Page } from "@playwright/test";
import { enterAs, enterAsNew, expect, expectNoSidewaysScroll, tabTo, test } from "./customer.ts";

const product = "Halden Over-Ear Headphones";

/** Puts a product into the cart. */
async function fillCart(page: Page): Promise<void> {
  await page.goto("/search/headphones");
  await page.getByRole("link", { name: product }).click();
  await page.getByRole("button", { name: "Add To Cart" }).first().click();
  await expect(page).toHaveURL("/cart");
}

/** Goes on to the last step of the checkout. */
async function goToReview(page: Page): Promise<void> {
  await page.goto("/shipping");
  for (const [label, text] of [
    ["Address", "1 Main St"],
    ["City", "Springfield"],
    ["Postal Code", "12345"],
    ["Country", "USA"],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/payment");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/placeorder");
}

/** Whether anything else lies over the middle of an element. */
function isCovered(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    return onTop === null || !element.contains(onTop);
  });
}

/** The height that sticky and fixed parts take of the viewport. */
function fixedHeight(page: Page): Promise<number> {
  return page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => ["sticky", "fixed"].includes(getComputedStyle(element).position))
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > window.innerWidth / 2)
      .filter((element) => getComputedStyle(element).pointerEvents !== "none")
      .reduce((sum, element) => sum + element.getBoundingClientRect().height, 0),
  );
}

test("at 400% zoom no bar stays in the way", { tag: "@wide" }, async ({ page }) => {
  await enterAsNew(page);
  await page.setViewportSize({ width: 320, height: 256 });
  await fillCart(page);
  expect(await fixedHeight(page), "cart").toBe(0);
  await expectNoSidewaysScroll(page);
  await goToReview(page);
  expect(await fixedHeight(page), "last step").toBe(0);
  await page.goto("/search/headphones");
  await page.getByRole("link", { name: product }).click();
  await page.getByRole("heading", { name: "Reviews" }).scrollIntoViewIfNeeded();
  expect(await fixedHeight(page), "product").toBe(0);
  // On a phone in the hand the bars are there.
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await fixedHeight(page)).toBeGreaterThan(100);
});

test("on a tablet the order is placed from below its items, not from a bar in the middle of the page", {
  tag: "@wide",
}, async ({ page }) => {
  await enterAsNew(page);
  await page.setViewportSize({ width: 768, height: 1024 });
  await fillCart(page);
  const bar = (name: string) =>
    page
      .locator("[data-next-action]")
      .filter({ has: page.getByText(name) })
      .first();
  const look = (name: string) =>
    bar(name).evaluate((element) => ({
      position: getComputedStyle(element).position,
      isFullWidth: element.getBoundingClientRect().width >= window.innerWidth,
    }));
  expect(await look("Proceed To Checkout")).toEqual({ position: "static", isFullWidth: false });
  await goToReview(page);
  expect(await look("Place Order")).toEqual({ position: "static", isFullWidth: false });
});

test("the second Tab leads past the filters to the products, and is no stop where there are none", {
  tag: "@wide",
}, async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to products" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator("#products article").first().getByRole("link")).toBeFocused();
  await page.goto("/cart");
  await expect(page.getByRole("link", { name: "Skip to main content" })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Skip to products" })).toHaveCount(0);
});

test("whoever asks for more contrast gets stronger edges and text", { tag: "@wide" }, async ({ page }) => {
  await page.goto("/login");
  const luminance = (target: Locator, property: "borderTopColor" | "color") =>
    target.evaluate((element, name) => {
      const [red = 0, green = 0, blue = 0] = (getComputedStyle(element)[name].match(/\d+/g) ?? []).map(Number);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }, property);
  const shown = async () => [
    await luminance(page.getByLabel("Email"), "borderTopColor"),
    await luminance(page.getByText("New Customer?"), "color"),
    await luminance(page.getByRole("banner"), "color"),
  ];
  const usual = await shown();
  await page.emulateMedia({ contrast: "more" });
  await expect.poll(async () => (await shown()).every((value, index) => value > (usual[index] ?? 255))).toBe(true);
});

test("the search field has a cross, and a ring of its own shape", { tag: "@wide" }, async ({ page }) => {
  await page.goto("/");
  const field = page.getByRole("combobox", { name: "Search products" });
  await tabTo(page, field);
  const shape = await field.evaluate((element) => {
    const { borderRadius, outlineStyle, borderRightWidth } = getComputedStyle(element);
    return { radii: borderRadius.split(" "), outlineStyle, borderRightWidth };
  });
  expect(shape).toEqual({ radii: ["12px"], outlineStyle: "solid", borderRightWidth: "1px" });
  await field.fill("lamp");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
});

test.describe("a message", () => {
  test.use({ expectedErrors: [/409|401/] });

  test("never lies over the next action", { tag: "@both" }, async ({ page }) => {
    await page.goto("/login");
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("wrong-password");
    const button = page.getByRole("button", { name: "Sign In" });
    // Scrolled so that the button is where messages appear.
    await page.evaluate(() => {
      document.body.style.paddingBottom = "100vh";
    });
    await button.evaluate((element) => {
      const header = document.querySelector("header")?.getBoundingClientRect().height ?? 0;
      window.scrollBy(0, element.getBoundingClientRect().top - header - 20);
    });
    await button.click();
    const toast = page.getByRole("alert");
    await expect(toast).toBeVisible();
    await expect.poll(() => isCovered(button)).toBe(false);
    // Also when the page scrolls the button there later.
    await page.evaluate(() => window.scrollBy(0, -30));
    await expect.poll(() => isCovered(button)).toBe(false);
  });
});

test.describe("a phone with two device pixels to each of the page's", () => {
  test.use({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });

  test("loads images of the size that fits", async ({ page }) => {
    for (const path of ["/", "/search/headphones"]) {
      await page.goto(path);
      const card = page.locator("#products article img").first();
      await card.scrollIntoViewIfNeeded();
      const images = [
        card,
        ...(path === "/" ? [page.getByRole("region", { name: "Featured products" }).locator("img").first()] : []),
      ];
      for (const image of images) {
        await expect
          .poll(() => image.evaluate((img) => img instanceof HTMLImageElement && img.currentSrc !== ""))
          .toBe(true);
        const { src, stored, width } = await image.evaluate((img) => ({
          src: img instanceof HTMLImageElement ? new URL(img.currentSrc).pathname : "",
          stored:
            img instanceof HTMLImageElement
              ? [...img.srcset.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))
              : [],
          width: img.getBoundingClientRect().width,
        }));
        const fitting = stored.find((candidate) => candidate >= width * 2);
        expect(src, path).toMatch(new RegExp(`-${fitting}\\.webp$`));
      }
    }
  });
});

test("a short name leaves its space below the brand", { tag: "@wide" }, async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("#products article")).toHaveCount(12);
  const gaps = await page.locator("#products article").evaluateAll((cards) =>
    cards.map((card) => {
      const [name, brand] = [card.querySelector("h3"), card.querySelector("h3 + * > p")];
      if (name === null || brand === null) throw new Error("A card lacks its name or brand");
      return { lines: name.clientHeight, gap: brand.getBoundingClientRect().top - name.getBoundingClientRect().bottom };
    }),
  );
  expect(new Set(gaps.map(({ lines }) => lines)).size).toBeGreaterThan(1);
  expect(new Set(gaps.map(({ gap }) => Math.round(gap)))).toEqual(new Set([4]));
});

test("only money and counts have tabular digits, which widen hyphens", { tag: "@wide" }, async ({ page }) => {
  await enterAsNew(page);
  await fillCart(page);
  await goToReview(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
  const order = new URL(page.url()).pathname;
  for (const path of ["/", "/search/headphones", order, "/profile"]) {
    await page.goto(path);
    await expect(page.getByText(/\d{4}-\d\d-\d\d|of \d+ products|\d+ products?$/).first()).toBeVisible();
    const widened = await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const parent = text.parentElement;
        if (parent === null || !/[-–]/.test(text.textContent ?? "") || !parent.checkVisibility()) continue;
        if (getComputedStyle(parent).fontVariantNumeric.includes("tabular-nums")) found.push(text.textContent ?? "");
      }
      return found;
    });
    expect(widened, path).toEqual([]);
  }
});

test("checkboxes have the colours of the other fields", { tag: "@wide" }, async ({ page }) => {
  await enterAs(page, { email: "admin@example.com", password: "admin-demo-2026" });
  await page.goto("/admin/orderlist");
  const box = page.getByRole("checkbox").first();
  const edge = (target: Locator) => target.evaluate((element) => getComputedStyle(element).borderTopColor);
  await expect(box).toBeVisible();
  expect(await edge(box)).toBe(await edge(page.getByRole("searchbox").first()));
  const fill = await box.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(fill).toBe("rgb(20, 26, 42)");
});

for (const path of ["/", "/products"]) {
  for (const width of [360, 768, 1440]) {
    test(`cards of ${path} keep their heights when they come near a screen of ${width} pixels`, {
      tag: "@wide",
    }, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(path);
      const cards = page
        .locator("#products")
        .getByRole("listitem")
        .filter({ has: page.locator("> article") });
      await expect(cards).toHaveCount(12);
      const bottom = () => cards.last().evaluate((card) => card.getBoundingClientRect().bottom + window.scrollY);
      const expected = await bottom();
      for (const card of await cards.all()) {
        await card.scrollIntoViewIfNeeded();
        await expect(card.getByRole("link")).toBeInViewport();
      }
      expect(Math.abs((await bottom()) - expected)).toBeLessThan(2);
    });
  }
}
