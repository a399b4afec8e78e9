import { enterAs, expect, expectGoodAtAllWidths, test } from "./customer.ts";
import { answer, openUnpaidOrder, openWindow, paidState } from "./paying.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

test("an order that is still to be paid is changed on the phone, undone, changed again, and paid as it is then", {
  tag: ["@wide"],
}, async ({ page, browser, baseURL }) => {
  const { id } = await openUnpaidOrder(page, shop);
  const admin = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await enterAs(admin, { email: "admin@example.com", password: "admin-demo-2026" });
  const changes = admin.getByRole("region", { name: "Changes" });
  const change = async (qty: string, words: string) => {
    await changes.getByRole("button", { name: "Change this order…" }).click();
    await expect(admin.getByRole("heading", { level: 1, name: /^Change Order/ })).toBeVisible();
    await admin.getByLabel("Quantity of Paid in the browser").fill(qty);
    await expect(admin.getByRole("row", { name: /^More to pay/ })).toBeVisible();
    await admin.getByLabel("Why (optional)").fill(words);
  };
  await admin.goto(`/order/${id}`);
  await change("2", "Two, as we said on the phone");
  await expectGoodAtAllWidths(admin);
  await admin.getByRole("button", { name: "Change this order", exact: true }).press("Enter");
  await expect(changes.getByText("Paid in the browser: 2 instead of 1")).toBeVisible();
  await expectGoodAtAllWidths(admin);
  await changes.getByRole("button", { name: "Undo…" }).click();
  await admin.getByRole("button", { name: "Undo", exact: true }).press("Enter");
  await expect(changes.getByText(/^Undone\. By Admin/)).toBeVisible();
  await change("3", "Three after all");
  await admin.getByRole("button", { name: "Change this order", exact: true }).press("Enter");
  await expect(changes.getByText("Paid in the browser: 3 instead of 1")).toBeVisible();

  await page.reload();
  await expect(page.getByText("$414.00").first()).toBeVisible();
  await answer(await openWindow(page), "Approve");
  await expect(paidState(page)).toBeVisible();
  await admin.reload();
  await expect(changes.getByRole("button", { name: "Change the address…" })).toBeVisible();
});
