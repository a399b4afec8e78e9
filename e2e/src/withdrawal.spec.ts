import {
  enterAs,
  expect,
  expectAccessible,
  expectGoodAtAllWidths,
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

test("who withdraws from a part of an order by keyboard, signed out, is answered once an admin has named the part", {
  tag: ["@wide"],
}, async ({ page, browser, baseURL }) => {
  const account = newAccount();
  expect((await page.request.post("/api/users", { data: account })).ok()).toBe(true);
  const id = await shop.addOrder({ customerName: account.name, email: account.email, stepsDone: 4 });
  await loseSession(page);

  await page.goto("/withdrawal");
  await page.getByLabel("Order number").fill(id.slice(-5));
  await page.keyboard.press("Tab");
  await page.keyboard.type(account.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type("One of the two");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("I withdraw from the contract about a part of this order:")).toBeVisible();
  await expectGoodAtAllWidths(page);
  await page.getByRole("button", { name: "Confirm withdrawal" }).press("Enter");
  await expect(page.getByText("We have received your withdrawal.")).toBeVisible();

  const admin = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await enterAs(admin, { email: "admin@example.com", password: "admin-demo-2026" });
  // A job looks the order up.
  const declared = async () => (await admin.request.get(`/api/orders/${id}/returns`)).text();
  await expect.poll(declared).toContain("One of the two");
  await admin.goto(`/order/${id}`);
  await expect(admin.getByText("“One of the two”")).toBeVisible();
  await admin.getByRole("button", { name: "Name the items…" }).click();
  const dialog = admin.getByRole("dialog", { name: "What comes back" });
  await dialog.getByRole("combobox").selectOption("1");
  await expectGoodAtAllWidths(admin);
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(admin.getByText(/^The customer has withdrawn\. \$\d+\.\d\d would be due\.$/)).toBeVisible();
  await admin.getByRole("button", { name: "Accept…" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Accept" }).press("Enter");
  await expect(admin.getByRole("button", { name: "It has arrived…" })).toBeVisible();
});
