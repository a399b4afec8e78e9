import { enterAs, expect, expectGoodAtAllWidths, test } from "./customer.ts";
import { answer, openPaidOrder, openWindow, paidState } from "./paying.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

test("one of two is exchanged before it is sent, and its customer pays the difference", {
  tag: ["@phone", "@wide"],
}, async ({ page, browser, baseURL }) => {
  const { id } = await openPaidOrder(page, shop, { name: "Exchanged cup", qty: 2 });
  const admin = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await enterAs(admin, { email: "admin@example.com", password: "admin-demo-2026" });
  await admin.goto(`/order/${id}`);
  await admin.getByRole("button", { name: "Exchange goods…" }).click();
  await expect(admin.getByRole("heading", { level: 1, name: /^Exchange of Order/ })).toBeVisible();
  await admin.getByRole("button", { name: "Exchange", exact: true }).click();
  await expect(admin.getByText("Please check the marked fields.")).toBeVisible();
  await expectGoodAtAllWidths(admin);
  await admin.getByRole("textbox", { name: /^Exchanged cup of 2/ }).fill("1");
  await admin.getByPlaceholder("Name or SKU").fill("Exchanged cup");
  await admin
    .getByRole("button", { name: /^Add Exchanged cup/ })
    .first()
    .click();
  await admin.getByLabel("Own price of Exchanged cup").fill("150");
  await admin.getByLabel("Reason of your own prices").fill("The newer one");
  await expect(admin.getByRole("row", { name: /^The customer pays/ })).toBeVisible();
  await expectGoodAtAllWidths(admin);
  await admin.getByRole("button", { name: "Exchange", exact: true }).press("Enter");
  await expect(admin.getByText("Shipping (Sent in exchange)").first()).toBeVisible();
  await expectGoodAtAllWidths(admin);

  await page.reload();
  await page.getByRole("link", { name: /^order / }).click();
  await expect(page.getByText("To pay", { exact: true })).toBeVisible();
  await expectGoodAtAllWidths(page);
  await answer(await openWindow(page), "Approve");
  await expect(paidState(page)).toBeVisible();
  await expectGoodAtAllWidths(page);
});
