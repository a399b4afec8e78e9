import { enterAs, expect, expectAccessible, expectGoodAtAllWidths, test } from "./customer.ts";
import { openPaidOrder } from "./paying.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

test("a customer sends one of two back, the shop notes what has arrived, and refunds it", {
  tag: ["@phone", "@wide"],
}, async ({ page, browser, baseURL }) => {
  const { id } = await openPaidOrder(page, shop, { qty: 2 });
  const admin = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await enterAs(admin, { email: "admin@example.com", password: "admin-demo-2026" });
  await admin.goto(`/order/${id}`);
  for (const name of ["Mark As Confirmed", "Mark As Processing"]) {
    await admin.getByRole("button", { name }).click();
    await expect(admin.getByRole("button", { name })).toHaveCount(0);
  }
  await admin.getByRole("button", { name: "Mark As Shipped" }).click();
  const ship = admin.getByRole("dialog", { name: /^Ship order/ });
  await ship.getByRole("button", { name: "Mark As Shipped" }).press("Enter");
  await expect(ship).toHaveCount(0);

  await page.reload();
  await page.getByRole("button", { name: "Send something back…" }).click();
  const dialog = page.getByRole("dialog", { name: "Send something back" });
  await dialog.getByRole("combobox", { name: "How many" }).selectOption("1");
  await dialog.getByRole("button", { name: "Ask for the return" }).click();
  await expect(dialog.getByText("Please choose why")).toBeVisible();
  await dialog.getByRole("combobox", { name: /^Why/ }).selectOption("It does not fit");
  await dialog.getByRole("textbox", { name: "In your words (optional)" }).fill("It is too small for my head");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Ask for the return" }).press("Enter");
  await expect(page.getByText(/^We answer soon\. /)).toBeVisible();
  await expectGoodAtAllWidths(page);

  await admin.reload();
  await expect(admin.getByText("The customer wants to send something back")).toBeVisible();
  await admin.getByRole("button", { name: "Accept…" }).click();
  const accept = admin.getByRole("dialog", { name: "Accept this return" });
  await accept.getByRole("textbox", { name: "How to send it back (optional)" }).fill("12 Weaver Street\n10115 Berlin");
  await expectAccessible(admin);
  await accept.getByRole("button", { name: "Accept" }).press("Enter");
  await admin.getByRole("button", { name: "It has arrived…" }).click();
  const arrived = admin.getByRole("dialog", { name: "What has arrived" });
  await arrived.getByRole("combobox", { name: "Condition" }).selectOption("As new");
  await expectAccessible(admin);
  await arrived.getByRole("button", { name: "Save" }).press("Enter");
  await admin.getByRole("button", { name: "Refund this return…" }).click();
  const refund = admin.getByRole("dialog", { name: "Refund this return" });
  await expectAccessible(admin);
  await refund.getByRole("button", { name: /^Refund \$/ }).press("Enter");
  await expect(admin.getByText("Refunded.", { exact: true })).toBeVisible();
  await expectGoodAtAllWidths(admin);
  await expect(admin.getByRole("heading", { name: "Nothing needs attention" })).toBeVisible();

  await page.reload();
  await expect(page.getByText("We have refunded it.")).toBeVisible();
  await expect(page.getByText("12 Weaver Street")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send something back…" })).toBeVisible();
});
