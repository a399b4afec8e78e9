import { enterAs, expect, expectAccessible, expectNoSidewaysScroll, test } from "./customer.ts";
import { answer, openUnpaidOrder, openWindow, payPal } from "./paying.ts";
import { openShopDatabase, type ShopDatabase } from "./shop-database.ts";

let shop: ShopDatabase;
test.beforeAll(async () => {
  shop = await openShopDatabase();
});
test.afterAll(() => shop.close());

const arrival = /^Arrives [A-Z][a-z]{2} \d{1,2}( to ([A-Z][a-z]{2} )?\d{1,2})?$/;

test("an order is paid with thanks and a day, shipped with a parcel, and followed by its customer", {
  tag: ["@phone", "@wide"],
}, async ({ page, browser, baseURL }) => {
  const { id, product } = await openUnpaidOrder(page, shop);
  await expect(payPal(page)).toBeVisible();
  await expect(page.getByRole("heading", { name: "One step left: pay $138.00" })).toBeVisible();
  await answer(await openWindow(page), "Approve");
  await expect(page.getByRole("heading", { name: "Thank you, Emmy" })).toBeVisible();
  const promised = await page.getByText(arrival).first().textContent();

  const admin = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await enterAs(admin, { email: "admin@example.com", password: "admin-demo-2026" });
  await admin.goto(`/order/${id}`);
  const press = async (name: string) => {
    await admin.getByRole("button", { name }).click();
    await expect(admin.getByRole("button", { name })).toHaveCount(0);
  };
  await press("Mark As Confirmed");
  await press("Mark As Processing");
  await admin.getByRole("combobox", { name: "Carrier" }).selectOption("FedEx");
  await admin.getByRole("textbox", { name: "Tracking number" }).fill("7712 3456 7890");
  await expectAccessible(admin);
  await press("Mark As Shipped");
  const parcels = admin.getByRole("region", { name: "Parcels" });
  await expect(parcels.getByText("PayPal knows about this parcel.")).toBeVisible({ timeout: 60_000 });
  await parcels.getByRole("button", { name: "Change…" }).press("Enter");
  await admin.getByRole("textbox", { name: "Tracking number" }).fill("771234567899");
  await admin.keyboard.press("Enter");
  await expect(parcels.getByRole("link", { name: "771234567899" })).toBeVisible();
  await expectAccessible(admin);
  await expectNoSidewaysScroll(admin);

  await page.reload();
  await expect(page.getByRole("link", { name: "Track parcel" })).toHaveAttribute(
    "href",
    "https://www.fedex.com/fedextrack/?trknbr=771234567899",
  );
  await expect(page.getByText(arrival).first()).toHaveText(promised ?? "");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.goto(`/product/${product}`);
  await expect(page.getByText(arrival)).toBeVisible();
});
