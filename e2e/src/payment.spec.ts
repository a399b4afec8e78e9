import type { BrowserContext } from "@playwright/test";
import {
  enterAs,
  expect,
  expectAccessible,
  expectGoodAtAllWidths,
  expectNoSidewaysScroll,
  tabTo,
  test,
} from "./customer.ts";
import { answer, card, control, failures, openUnpaidOrder, openWindow, paidState, payPal } from "./paying.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

async function isPaid(context: BrowserContext, id: string): Promise<boolean> {
  const order: unknown = await (await context.request.get(`/api/orders/${id}`)).json();
  return Reflect.get(Object(order), "isPaid") === true;
}

test("approving pays the order where the buttons were, without a reload or a jump", { tag: "@both" }, async ({
  page,
}) => {
  await openUnpaidOrder(page, shop);
  await expect(payPal(page)).toBeVisible();
  await expect(page.getByText("Demo shop: payments are simulated, no money moves.")).toBeVisible();
  await expect(page.getByText("Not Paid")).toBeVisible();
  await expect(page.getByText("Trouble paying?")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const panel = page.getByRole("region", { name: "Payment Method" });
  const heading = page.getByRole("heading", { level: 1 });
  const placeOf = async () => ((await panel.boundingBox())?.y ?? 0) - ((await heading.boundingBox())?.y ?? 0);
  const before = await placeOf();
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  const window = await openWindow(page);
  await expect(window.getByText("Simulated payment: no money moves.")).toBeVisible();
  await expect(window.getByText("$138.00")).toBeVisible();
  await expectAccessible(window);
  await expectNoSidewaysScroll(window);
  await answer(window, "Approve");

  await expect(page.getByText("Order is paid")).toBeVisible();
  await expect(paidState(page)).toBeVisible();
  await expect(panel.locator("[tabindex='-1']")).toBeFocused();
  await expect(page.getByText("Not Paid")).toHaveCount(0);
  await expect(payPal(page)).toHaveCount(0);
  expect(window.isClosed()).toBe(true);
  expect(await page.evaluate(() => Reflect.get(globalThis, "isSamePage"))).toBe(true);
  expect(Math.abs((await placeOf()) - before), "how far the thanks are from the buttons").toBeLessThanOrEqual(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.reload();
  await expect(paidState(page)).toBeVisible();
  await expect(page.getByText("Trouble paying?")).toHaveCount(0);
});

test("a cancelled or closed window brings the buttons back and blames nobody", { tag: "@wide" }, async ({ page }) => {
  const { id } = await openUnpaidOrder(page, shop);
  await answer(await openWindow(page), "Cancel");
  // The button has the focus since it was pressed, so that says nothing about the end of the first try.
  await expect(payPal(page)).not.toHaveAttribute("aria-busy");
  await expect(payPal(page)).toBeFocused();
  const window = await openWindow(page);
  await window.close();
  await expect(payPal(page)).toBeFocused();
  await expect(payPal(page)).not.toHaveAttribute("aria-busy");
  await expect(failures(page)).toHaveCount(0);
  expect(await isPaid(page.context(), id)).toBe(false);
});

test("paying works by keyboard alone", { tag: "@wide" }, async ({ page }) => {
  await openUnpaidOrder(page, shop);
  await expect(payPal(page)).toBeVisible();
  await tabTo(page, payPal(page));
  const [window] = await Promise.all([page.waitForEvent("popup"), page.keyboard.press("Enter")]);
  await expect(window.getByRole("button", { name: "Approve" })).toBeVisible();
  await tabTo(window, window.getByRole("button", { name: "Approve" }));
  // Enter would close the window before the key is released.
  await window.keyboard.press("Space");
  await expect(paidState(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "My Orders" })).toBeFocused();
});

test("where no further window may open, the payment comes into the page", { tag: ["@phone", "@wide"] }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    globalThis.open = () => null;
  });
  await openUnpaidOrder(page, shop);
  await payPal(page).click();
  const frame = page.frameLocator("iframe[title='Simulated payment']");
  await frame.getByRole("button", { name: "Approve" }).click();
  await expect(paidState(page)).toBeVisible();
});

test.describe("when something is in the way", () => {
  // Browsers log failed and blocked requests to the console.
  test.use({ expectedErrors: [/status of (402|409|503)|ERR_FAILED|Failed to load the PayPal JS SDK script/] });

  test("a declined card can be tried again at once", async ({ page }) => {
    await openUnpaidOrder(page, shop, { paymentMethod: "Credit Card" });
    await expect(card(page)).toBeVisible();
    await expect(payPal(page)).toHaveCount(0);

    const window = await openWindow(page, card(page));
    const nextWindow = page.waitForEvent("popup");
    await answer(window, "Decline card");
    await expect(failures(page)).toBeVisible();
    await expect(payPal(page)).toBeVisible();
    await expect(page.getByText("Not Paid")).toBeVisible();
    const secondWindow = await nextWindow;
    await expect(secondWindow.getByRole("alert").filter({ hasText: "declined" })).toBeVisible();
    await expectAccessible(secondWindow);
    await answer(secondWindow, "Approve");
    await expect(paidState(page)).toBeVisible();
    await expect(failures(page)).toHaveCount(0);
  });

  test("a pending payment says so, cannot be paid again, and shows as paid once it has cleared", {
    tag: ["@phone", "@wide"],
  }, async ({ page }) => {
    test.setTimeout(120_000);
    const { id } = await openUnpaidOrder(page, shop);
    const window = await openWindow(page);
    const token = new URL(window.url()).searchParams.get("token");
    await answer(window, "Leave it pending");
    await expect(page.getByText("Payment pending").first()).toBeVisible();
    await expect(page.getByText("Not Paid")).toBeVisible();
    await expect(payPal(page)).toHaveCount(0);
    await expect(page.locator("[data-outcome=error]")).toHaveCount(0);
    await expectGoodAtAllWidths(page);
    await page.reload();
    await expect(page.getByText("Payment pending").first()).toBeVisible();
    await expect(payPal(page)).toHaveCount(0);
    expect(await isPaid(page.context(), id)).toBe(false);
    await control(page, `orders/${token}/clear`, {});
    await expect(paidState(page)).toBeVisible({ timeout: 45_000 });
  });

  test("a blocked script is only logged, the page stays usable, and trying again works", {
    tag: ["@phone", "@wide"],
  }, async ({ page }) => {
    await page.route("**/sdk/js*", (route) => route.abort());
    await openUnpaidOrder(page, shop);
    const panel = page.getByRole("region", { name: "Payment Method" });
    await expect(panel.getByRole("alert")).toContainText("The payment buttons could not be loaded.");
    await expect(page.locator("[data-outcome=error]")).toHaveCount(0);
    await expect(page.getByText("Trouble paying?")).toBeVisible();
    await expect(page.getByText("Paid in the browser")).toBeVisible();
    await expectGoodAtAllWidths(page);
    await page.unroute("**/sdk/js*");
    await page.getByRole("button", { name: "Try again" }).click();
    await answer(await openWindow(page), "Approve");
    await expect(paidState(page)).toBeVisible();
  });

  const answered = [
    [402, "the provider's answer is about another amount", { call: "read", fault: { kind: "lie", amount: "1.00" } }],
    [503, "the provider cannot be reached", { call: "read", fault: { kind: "refuse" } }],
  ] as const;
  for (const [status, failure, fault] of answered) {
    test(`where ${failure} (${status}), it is told, and nothing pretends that the order is paid`, {
      tag: "@wide",
    }, async ({ page }) => {
      const { id } = await openUnpaidOrder(page, shop);
      const window = await openWindow(page);
      const match = new URL(window.url()).searchParams.get("token") ?? "";
      // Until it is taken back, because the shop also reads the payment by itself.
      await control(page, "faults", { ...fault, match, times: 1_000 });
      const [refusal] = await Promise.all([page.waitForResponse(/order\.pay\?/), answer(window, "Approve")]);
      await control(page, "faults");
      expect(refusal.status()).toBe(status);
      await expect(page.locator("[data-outcome=error]")).toBeVisible();
      await expect(page.getByText("Not Paid")).toBeVisible();
      await expect(page.getByText("Order is paid")).toHaveCount(0);
      await expect(payPal(page)).toBeEnabled();
      expect(await isPaid(page.context(), id)).toBe(false);
    });
  }

  test("an answer that gets lost is looked up, and the order shows as paid by itself", { tag: "@wide" }, async ({
    page,
  }) => {
    await openUnpaidOrder(page, shop);
    await page.route(
      "**/trpc/order.pay?*",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await answer(await openWindow(page), "Approve");
    await expect(paidState(page)).toBeVisible();
    await expect(page.getByText("Order is paid")).toBeVisible();
  });

  test("a browser that is closed right after the approval leaves a paid order", { tag: "@wide" }, async ({
    page,
    browser,
  }) => {
    test.setTimeout(120_000);
    const { id } = await openUnpaidOrder(page, shop);
    const otherContext = await browser.newContext({ storageState: await page.context().storageState() });
    await page.route("**/trpc/order.pay?*", (route) => route.abort());
    // Waits for the aborted request: closing the page earlier could let it reach the server.
    const aborted = page.waitForEvent("requestfailed", (request) => request.url().includes("/order.pay?"));
    await answer(await openWindow(page), "Approve");
    await aborted;
    await page.close();
    await expect.poll(() => isPaid(otherContext, id), { timeout: 60_000 }).toBe(true);
    await otherContext.close();
  });

  test("an order that was paid in another tab is not paid again", { tag: "@wide" }, async ({ page, context }) => {
    const { id } = await openUnpaidOrder(page, shop);
    await expect(payPal(page)).toBeVisible();
    const second = await context.newPage();
    await second.goto(`/order/${id}`);
    await answer(await openWindow(second), "Approve");
    await expect(paidState(second)).toBeVisible();
    await payPal(page).click();
    await expect(paidState(page)).toBeVisible();
    await expect(failures(page)).toHaveCount(0);
  });
});

test("an administrator sees that an order is not paid, and nothing to pay with", { tag: "@wide" }, async ({
  page,
  browser,
}) => {
  const { id } = await openUnpaidOrder(page, shop);
  const adminContext = await browser.newContext();
  const adminPage = await adminContext.newPage();
  const requests: string[] = [];
  adminPage.on("request", (request) => {
    if (/sdk\/js|paymentConfig/.test(request.url())) requests.push(request.url());
  });
  await enterAs(adminPage, { email: "admin@example.com", password: "admin-demo-2026" });
  await adminPage.goto(`/order/${id}`);
  await expect(adminPage.getByText("Not Paid")).toBeVisible();
  await expect(adminPage.getByText("Trouble paying?")).toHaveCount(0);
  await expect(payPal(adminPage)).toHaveCount(0);
  expect(requests).toEqual([]);
  await adminContext.close();
});

test("the provider's script is asked for on unpaid orders and nowhere else", { tag: "@wide" }, async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/sdk/js")) requests.push(request.url());
  });
  for (const path of ["/", "/cart", "/login"]) await page.goto(path);
  expect(requests).toEqual([]);
  await openUnpaidOrder(page, shop);
  await expect(payPal(page)).toBeVisible();
  expect(requests).toHaveLength(1);
});

test("an order that is reached by links is paid in a document of its own, which lets the provider in", {
  tag: "@wide",
}, async ({ page }) => {
  await openUnpaidOrder(page, shop);
  await page.goto("/profile");
  const policy = (await (await page.request.get("/profile")).headers())["content-security-policy"];
  expect(policy).not.toContain("frame-src");
  await page.getByRole("link", { name: /^Details of order/ }).click();
  await expect(page).toHaveURL(/\/order\//);
  await answer(await openWindow(page), "Approve");
  await expect(paidState(page)).toBeVisible();
});
