import { expect, expectAccessible, expectNoSidewaysScroll, test } from "./customer.ts";

test("The images of a product are gone through, enlarged and left with the keyboard alone", { tag: "@wide" }, async ({
  page,
}) => {
  await page.goto("/products?keyword=feather+laptop");
  await page.getByRole("link", { name: "Feather 13 Laptop" }).first().click();
  const images = page.getByRole("group", { name: "Images" });
  await images.getByRole("link", { name: /^Image 1 of 3/ }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(images.getByRole("link", { name: /^Image 2 of 3/ })).toHaveAttribute("aria-current", "true");
  await expect(images.getByRole("img", { name: "The keyboard and the edge of the screen from near" })).toBeInViewport();
  await expectAccessible(page);

  const open = images.locator("div:not([inert]) > button[aria-haspopup=dialog]");
  await open.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Feather 13 Laptop, full size" });
  await expect(dialog.getByRole("button", { name: "Next image" })).toBeFocused();
  await page.keyboard.press("Enter");
  const image = dialog.getByRole("img", { name: "The laptop on a desk, beside a cup and books" });
  await expect(image).toBeVisible();
  await page.keyboard.press("+");
  await expect(image).toHaveAttribute("style", /scale\(1\.5\)/);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(images.getByRole("link", { name: /^Image 3 of 3/ })).toHaveAttribute("aria-current", "true");
  await expect(open).toBeFocused();
});

test("The images of a product are swiped, enlarged by a double tap, and nothing shifts", {
  tag: ["@phone", "@wide"],
}, async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.set(window, "shifts", 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const value = Number(Reflect.get(entry, "value"));
        if (Reflect.get(entry, "hadRecentInput") !== true)
          Reflect.set(window, "shifts", Number(Reflect.get(window, "shifts")) + value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/products?keyword=feather+laptop");
  await page.getByRole("link", { name: "Feather 13 Laptop" }).first().tap();
  const images = page.getByRole("group", { name: "Images" });
  await expect(images.getByRole("link", { name: /^Image 1 of 3/ })).toHaveAttribute("aria-current", "true");
  const box = await images.boundingBox();
  if (box === null) throw new Error("The images have no place");
  const touch = await page.context().newCDPSession(page);
  const y = box.y + box.height / 3;
  const at = (share: number) => [{ x: box.x + box.width * share, y }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0.9) });
  for (const share of [0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2]) {
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(share) });
  }
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect(images.getByRole("link", { name: /^Image 2 of 3/ })).toHaveAttribute("aria-current", "true");
  expect(await page.evaluate(() => Number(Reflect.get(window, "shifts")))).toBeLessThan(0.01);
  await expectNoSidewaysScroll(page);

  await images.locator("div:not([inert]) > button[aria-haspopup=dialog]").tap();
  const dialog = page.getByRole("dialog", { name: "Feather 13 Laptop, full size" });
  await expect(dialog.getByRole("status")).toHaveText(
    "Image 2 of 3: The keyboard and the edge of the screen from near",
  );
  await expectAccessible(page);
  const image = dialog.getByRole("img");
  // On a busy machine two taps can come too late to be one double tap.
  await expect(async () => {
    await image.tap();
    await image.tap();
    await expect(image).toHaveAttribute("style", /scale\(2\.5\)/, { timeout: 1_000 });
  }).toPass();
  await dialog.getByRole("button", { name: "Zoom out" }).tap();
  const middle = await image.boundingBox();
  if (middle === null) throw new Error("The image has no place");
  const x = middle.x + middle.width / 2;
  const down = (y: number) => [{ x, y: middle.y + y }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: down(100) });
  for (const y of [140, 180, 220, 260]) {
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: down(y) });
  }
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect(dialog).toBeHidden();
});

test("The images of a product are pinched and moved with two fingers and one", { tag: ["@phone", "@wide"] }, async ({
  page,
}) => {
  await page.goto("/products?keyword=feather+laptop");
  await page.getByRole("link", { name: "Feather 13 Laptop" }).first().tap();
  await page
    .getByRole("button", { name: /Show at full size/ })
    .first()
    .tap();
  const dialog = page.getByRole("dialog", { name: "Feather 13 Laptop, full size" });
  const image = dialog.getByRole("img");
  await expect(image).toBeVisible();
  const width = page.viewportSize()?.width ?? 0;
  const height = page.viewportSize()?.height ?? 0;
  const touch = await page.context().newCDPSession(page);
  const fingers = (type: "touchStart" | "touchMove" | "touchEnd", ...places: [x: number, y: number][]) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: places.map(([x, y], id) => ({ x: x * width, y: y * height, id })),
    });
  const view = async () => {
    const style = (await image.getAttribute("style")) ?? "";
    const [, x, y, scale] = /translate\(([-\d.]+)px, ([-\d.]+)px\) scale\(([\d.]+)\)/.exec(style) ?? [];
    return { x: Number(x), y: Number(y), scale: Number(scale) };
  };

  await fingers("touchStart", [0.4, 0.5], [0.6, 0.5]);
  for (const apart of [0.14, 0.18, 0.22, 0.26, 0.3]) await fingers("touchMove", [0.5 - apart, 0.5], [0.5 + apart, 0.5]);
  await fingers("touchEnd");
  await expect.poll(async () => (await view()).scale).toBeCloseTo(3, 1);
  // The page itself is not enlarged, and its gallery stays where it was.
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);

  const before = await view();
  await fingers("touchStart", [0.5, 0.5]);
  for (const x of [0.55, 0.6, 0.65, 0.7]) await fingers("touchMove", [x, 0.5]);
  await fingers("touchEnd");
  await expect.poll(async () => (await view()).x).toBeCloseTo(before.x + 0.2 * width, 0);
  expect((await view()).scale).toBeCloseTo(before.scale, 5);

  await fingers("touchStart", [0.2, 0.5], [0.8, 0.5]);
  for (const apart of [0.25, 0.2, 0.15, 0.1, 0.05]) await fingers("touchMove", [0.5 - apart, 0.5], [0.5 + apart, 0.5]);
  await fingers("touchEnd");
  await expect.poll(view).toEqual({ x: 0, y: 0, scale: 1 });
});
