import {
  enterAs,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  loseSession,
  newAccount,
  test,
} from "./customer.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

test("a customer who is signed out withdraws at 360 pixels in two steps, and an admin accepts it", {
  tag: ["@phone", "@wide"],
}, async ({ page, browser, baseURL }) => {
  const account = newAccount();
  expect((await page.request.post("/api/users", { data: account })).ok()).toBe(true);
  const id = await shop.addOrder({ customerName: account.name, email: account.email, stepsDone: 4 });
  await loseSession(page);

  await page.goto("/cart");
  await page.getByRole("link", { name: "Withdraw from contract" }).click();
  await page.getByLabel("Order number").fill(id.slice(-5));
  await page.getByLabel("Email").fill(account.email);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Is this right?" })).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Confirm withdrawal" }).click();
  await expect(page.getByText("We have received your withdrawal.")).toBeVisible();
  await expectAccessible(page);

  const admin = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await enterAs(admin, { email: "admin@example.com", password: "admin-demo-2026" });
  const withdrawal = admin.getByRole("link", { name: `Order ${id.slice(-5)}` });
  // A job looks the order up.
  await expect(async () => {
    await admin.goto("/admin/withdrawals");
    await expect(withdrawal).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectAccessible(admin);
  await withdrawal.click();
  await admin.getByRole("button", { name: "Accept" }).click();
  await expect(admin.getByRole("button", { name: "Mark goods as back" })).toBeVisible();
  await expectAccessible(admin);
  await expectNoSidewaysScroll(admin);
});
