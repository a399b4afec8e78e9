import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { enterAs, expect, expectGoodAtAllWidths, test } from "./customer.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

const admin = { email: "admin@example.com", password: "admin-demo-2026" };

test("an administrator prints slips and invoices of marked orders, as a file and from the browser", {
  tag: "@wide",
}, async ({ page }) => {
  const customerName = `Paper ${randomUUID()}`;
  const ids = [
    await shop.addOrder({ customerName, stepsDone: 1 }),
    await shop.addOrder({ customerName, stepsDone: 1 }),
  ];
  await enterAs(page, admin);
  await page.goto(`/admin/orderlist?search=${encodeURIComponent(customerName)}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Slips, invoices, labels…" }).click();
  const dialog = page.getByRole("dialog", { name: "Print 2 orders" });
  await expect(dialog.getByRole("radio", { name: "Packing slips" })).toBeChecked();
  await expectGoodAtAllWidths(page);
  await dialog.getByRole("radio", { name: "Invoices" }).check();
  const printPage = await dialog.getByRole("link", { name: "Open print page" }).getAttribute("href");
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download PDF" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^invoices-\d{4}-\d\d-\d\d\.pdf$/);
  expect((await readFile(await file.path())).toString("latin1", 0, 5)).toBe("%PDF-");
  await expect(dialog).toHaveCount(0);
  await page.goto(printPage ?? "");
  await expect(page.getByRole("article", { name: /^Invoice \d{4}-\d{5}$/ })).toHaveCount(2);
  await expectGoodAtAllWidths(page);
  await page.goto((printPage ?? "").replace("kind=invoices", "kind=packing-slips"));
  for (const id of ids) await expect(page.getByRole("article").filter({ hasText: id })).toContainText("2×");
  await expect(page.getByRole("article").filter({ hasText: "$" })).toHaveCount(0);
  // On paper there are the sheets only, one a page.
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print 2 sheets" })).toBeHidden();
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  expect(pages).toHaveLength(2);
});
