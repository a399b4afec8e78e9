import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { enterAs, expect, expectAccessible, expectGoodAtAllWidths, expectNoSidewaysScroll, test } from "./customer.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

const admin = { email: "admin@example.com", password: "admin-demo-2026" };

/** Signs the admin in and opens a screen. */
async function toAdmin(page: Page, path: string) {
  await enterAs(page, admin);
  await page.goto(path);
}

/** Presses Tab until an element of this name has the focus. */
async function tabTo(page: Page, name: string) {
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
  for (let presses = 0; presses < 60 && (await focused()) !== name; presses += 1) await page.keyboard.press("Tab");
  expect(await focused()).toBe(name);
}

const row = (page: Page, id: string) => page.getByRole("row").filter({ hasText: id.slice(-5) });

test("an administrator finds what waits and takes an order to its delivery by keyboard alone", async ({ page }) => {
  const customerName = `Keyboard ${randomUUID()}`;
  const id = await shop.addOrder({ customerName, stepsDone: 1 });
  await toAdmin(page, "/admin/orderlist");
  await expect(page.getByRole("button", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search orders" })).toBeFocused();
  await page.keyboard.type(customerName);
  await expect(page.getByText("1 order · Total $33.00")).toBeVisible();
  await expect(row(page, id)).toContainText("To confirm");
  await tabTo(page, `Details of order ${id.slice(-5)}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `Order ${id.slice(-5)}` })).toBeFocused();
  await expect(page.getByRole("button", { name: "Mark As Processing" })).toBeDisabled();
  await expect(page.getByText("Confirm the order first")).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, "Mark As Confirmed");
  for (const [button, toast] of [
    ["Mark As Confirmed", "Order confirmed"],
    ["Mark As Processing", "Order marked processing"],
    ["Mark As Shipped", "Order shipped"],
    ["Mark As Delivered", "Order delivered"],
  ] as const) {
    await expect(page.getByRole("button", { name: button })).toBeFocused();
    await page.keyboard.press("Enter");
    if (button === "Mark As Shipped") {
      // The dialog asks for parcels first, which need not be entered.
      await expect(page.getByRole("textbox", { name: "Tracking number" })).toBeFocused();
      await page.keyboard.press("Enter");
    }
    await expect(page.getByRole("status").getByText(toast)).toBeVisible();
    await expect(page.getByRole("button", { name: button })).toHaveCount(0);
  }
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByRole("listitem")).toHaveCount(4);
  await expect(history.getByRole("listitem").last()).toContainText("Delivered");
  await page.getByRole("main").getByRole("link", { name: "Orders", exact: true }).click();
  await expect(page).toHaveURL(`/admin/orderlist?search=${encodeURIComponent(customerName).replaceAll("%20", "+")}`);
  await expect(row(page, id)).not.toContainText("To confirm");
});

test("an unpaid order waits, and a second admin is told without an error what is done", {
  tag: ["@phone", "@wide"],
}, async ({ page, context }) => {
  const unpaid = await shop.addOrder({ customerName: `Unpaid ${randomUUID()}` });
  await toAdmin(page, `/order/${unpaid}`);
  for (const name of ["Mark As Confirmed", "Mark As Processing", "Mark As Shipped", "Mark As Delivered"]) {
    await expect(page.getByRole("button", { name })).toBeDisabled();
  }
  await expect(page.getByText("Waiting for payment")).toBeVisible();
  await expectGoodAtAllWidths(page);

  const paid = await shop.addOrder({ customerName: `Two ${randomUUID()}`, stepsDone: 1 });
  const other = await context.newPage();
  await Promise.all([page.goto(`/order/${paid}`), other.goto(`/order/${paid}`)]);
  await expect(other.getByRole("button", { name: "Mark As Confirmed" })).toBeEnabled();
  await page.getByRole("button", { name: "Mark As Confirmed" }).click();
  await expect(page.getByRole("button", { name: "Mark As Processing" })).toBeEnabled();
  await other.getByRole("button", { name: "Mark As Confirmed" }).click();
  await expect(other.getByText("This order was confirmed already")).toBeVisible();
  await expect(other.getByRole("button", { name: "Mark As Processing" })).toBeEnabled();
  await expect(other.getByRole("alert")).toHaveCount(0);
});

test("several orders go one step on together, and each refusal is reported", { tag: ["@both", "@wide"] }, async ({
  page,
}) => {
  const customerName = `Several ${randomUUID()}`;
  const ids = [1, 1, 0].map((stepsDone) => shop.addOrder({ customerName, stepsDone }));
  const [first = "", second = "", unpaid = ""] = await Promise.all(ids);
  const path = `/admin/orderlist?search=${encodeURIComponent(customerName)}`;
  await toAdmin(page, path);
  await expect(page.getByText("3 orders · Total $99.00")).toBeVisible();
  for (const id of [first, second, unpaid]) await page.getByRole("checkbox", { name: id.slice(-5) }).check();
  await expect(page.getByText("3 selected")).toBeInViewport();
  await expect(page.getByRole("button", { name: "Mark 2 as confirmed" })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // Another admin takes the step of one of them first.
  await page.request.put(`/api/orders/${second}/confirm`);
  await page.getByRole("button", { name: "Mark 2 as confirmed" }).click();
  await expect(page.getByRole("button", { name: "Cancel", exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Mark 2 orders", exact: true }).click();
  await expect(page.getByText("1 done, 1 already confirmed")).toBeVisible();
  await expect(row(page, first)).toContainText("To process");
  await expect(row(page, unpaid)).toContainText("Not paid");
  await expect(page.getByText(/selected/)).toHaveCount(0);
});

test("the exported file holds what the filter means and comes to the sum on the screen", { tag: "@wide" }, async ({
  page,
}) => {
  const customerName = `Export ${randomUUID()}`;
  for (const stepsDone of [1, 1, 2, 5]) await shop.addOrder({ customerName, stepsDone });
  await toAdmin(page, "/admin/orderlist");
  await page.getByRole("searchbox", { name: "Search orders" }).fill(customerName);
  await expect(page.getByText("4 orders · Total $132.00")).toBeVisible();
  await page.getByRole("button", { name: /^To confirm/ }).click();
  await expect(page.getByText("2 orders · Total $66.00")).toBeVisible();
  await expectAccessible(page);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  const place = lines[0]?.split(",").indexOf("TOTAL") ?? -1;
  const sum = lines.slice(1).reduce((all, line) => all + Number(line.split(",")[place]), 0);
  expect(lines).toHaveLength(3);
  expect(sum).toBe(66);

  // Reload and Back show the same rows.
  await page.reload();
  await expect(page.getByText("2 orders · Total $66.00")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search orders" }).fill("no such name");
  await expect(page.getByText("No orders found.")).toBeVisible();
  await expectAccessible(page);
});
