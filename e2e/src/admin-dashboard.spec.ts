import { enterAs, expect, expectGoodAtAllWidths, signIn, test } from "./customer.ts";

const admin = { email: "admin@example.com", password: "admin-demo-2026" };

test("an administrator sees what waits, follows a number, and looks at the sales overview", {
  tag: ["@phone", "@wide"],
}, async ({ page }) => {
  await page.goto("/login");
  await signIn(page, admin);
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();

  const overview = page.getByRole("region", { name: "Sales overview" });
  const bars = overview.locator(".recharts-bar-rectangle");
  await expect(bars.first()).toBeVisible();
  await expectGoodAtAllWidths(page);

  const sales = overview.locator("dt", { hasText: "Sales" }).locator("xpath=..");
  const month = await sales.textContent();
  await overview.getByRole("link", { name: "7 days" }).click();
  await expect(page).toHaveURL("/?days=7");
  await expect(overview.getByRole("heading", { name: "Sales by day, last 7 days" })).toBeVisible();
  await expect(sales).not.toHaveText(month ?? "");
  await expect(overview.getByRole("link", { name: "7 days" })).toBeFocused();
  await overview.getByRole("link", { name: "90 days" }).click();
  await expect(overview.getByRole("heading", { name: "Sales by day, last 90 days" })).toBeVisible();
  await page.reload();
  await expect(overview.getByRole("link", { name: "90 days" })).toHaveAttribute("aria-current", "true");

  await overview.getByRole("button", { name: "Show table" }).click();
  const rows = overview.getByRole("table", { name: "Sales by day, last 90 days" }).getByRole("row");
  await expect(rows).toHaveCount(91);
  await expect(rows.nth(1)).toContainText(new Date().toISOString().slice(0, 10));
  await expectGoodAtAllWidths(page);

  const toConfirm = page.getByRole("link", { name: /^\d+ To confirm/ });
  expect(Number.parseInt((await toConfirm.textContent()) ?? "", 10)).toBeGreaterThan(0);
  await toConfirm.click();
  await expect(page).toHaveURL("/admin/orderlist?state=to-confirm");
  await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
});

test("the chart is read by keyboard, day by day", { tag: "@wide" }, async ({ page }) => {
  await enterAs(page, admin);
  await page.goto("/?days=7");
  const overview = page.getByRole("region", { name: "Sales overview" });
  await expect(overview.locator(".recharts-bar-rectangle").first()).toBeVisible();
  await overview.getByRole("button", { name: "Show table" }).focus();
  await page.keyboard.press("Tab");
  await expect(overview.locator("svg.recharts-surface")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(overview.locator(".recharts-tooltip-wrapper")).toContainText("Sales");
});

test("no admin sees a flash of the shop, and customers load nothing of the admin", { tag: "@wide" }, async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto("/");
  await expect(
    page.getByRole("heading", { name: "All products" }).or(page.getByText("Filter Products")).first(),
  ).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(loaded.filter((url) => /admin|chart|dashboard/.test(url))).toEqual([]);

  await enterAs(page, admin);
  // The guest's shop that the server rendered must stay invisible until the admin's replaces it.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const image = document.querySelector("main img[src*='/uploads/'][fetchpriority='high']");
      if (image?.checkVisibility({ visibilityProperty: true })) console.error("a product was seen");
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Needs action" })).toBeVisible();
});
